// posix_spawn pieces that Swift's Glibc module does not import.
#ifndef CSPAWN_H
#define CSPAWN_H
#include <stddef.h>
#include <sys/types.h>

// Which descriptors of ours a child has, and under which numbers.
struct cspawn_descriptors {
  const int *ours;
  const int *theirs;
  size_t count;
};

// Starts a program, looked for in PATH, in a process group of its own. Descriptors that are not
// listed are closed in it; its signals have their default actions. Returns 0 or an errno.
int cspawn_start(
    pid_t *pid, const char *program, char *const arguments[], char *const environment[],
    const char *directory, struct cspawn_descriptors descriptors);

// Waits for a child's end and leaves it a zombie, so that its number stays taken. 0 or an errno.
int cspawn_wait(pid_t pid);

// Takes the zombie away: its exit code, or the signal that ended it and -1. 0 or an errno.
int cspawn_reap(pid_t pid, int *code, int *signal);

// Makes a pipe that no child inherits. 0 or an errno.
int cspawn_pipe(int ends[2]);

// Duplicates a descriptor to a number that no mapping uses. The new one, or -1.
int cspawn_move_up(int descriptor);

// Makes reading or writing return at once. 0 or an errno.
int cspawn_set_nonblocking(int descriptor);

// Writes without ever raising SIGPIPE. As write(2).
ssize_t cspawn_write(int descriptor, const void *bytes, size_t count);

// The process's environment: NAME=value, ended by NULL.
char **cspawn_environment(void);

#endif
