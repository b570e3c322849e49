// posix_spawn pieces that Swift's Glibc module does not import.
#ifndef CSPAWN_H
#define CSPAWN_H
#endif
