// libcurl's option functions are variadic, which Swift cannot call: one inline per argument type.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_socket_callback)(void *context, curl_socket_t socket, curlsocktype purpose);

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }

static inline const char *ccurl_version(void) {
  return curl_version_info(CURLVERSION_NOW)->version;
}

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_data_callback(
    CURL *handle, CURLoption option, ccurl_data_callback value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode ccurl_set_prereq_callback(CURL *handle, curl_prereq_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode ccurl_set_socket_callback(CURL *handle, ccurl_socket_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_SOCKOPTFUNCTION, value);
}

static inline long ccurl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  (curl_easy_getinfo)(handle, info, &value);
  return value;
}
static inline void *ccurl_get_pointer(CURL *handle, CURLINFO info) {
  void *value = NULL;
  (curl_easy_getinfo)(handle, info, &value);
  return value;
}
static inline curl_socket_t ccurl_get_socket(CURL *handle) {
  curl_socket_t value = CURL_SOCKET_BAD;
  (curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, &value);
  return value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

// The result of a message that says CURLMSG_DONE, which Swift cannot read out of the union.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
  return message->data.result;
}
#endif
