// libcurl's option functions are variadic, which Swift cannot call: one inline per argument type.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>
#endif
