#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#else
extern char **environ;
#endif

char **cspawn_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

static int add_actions(
    posix_spawn_file_actions_t *actions, const char *directory,
    struct cspawn_descriptors descriptors) {
  int error = 0;
  int next = 3;
  for (size_t i = 0; i < descriptors.count && error == 0; i++) {
    error = posix_spawn_file_actions_adddup2(actions, descriptors.ours[i], descriptors.theirs[i]);
    if (descriptors.theirs[i] >= next) next = descriptors.theirs[i] + 1;
  }
  if (error == 0 && directory != NULL)
    error = posix_spawn_file_actions_addchdir_np(actions, directory);
#ifdef __GLIBC__
  // Libraries open sockets without close-on-exec.
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, next);
#endif
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setflags(attributes, flags);
  if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
  if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
  if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
  return error;
}

int cspawn_start(
    pid_t *pid, const char *program, char *const arguments[], char *const environment[],
    const char *directory, struct cspawn_descriptors descriptors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    error = add_actions(&actions, directory, descriptors);
    if (error == 0) error = set_attributes(&attributes);
    if (error == 0)
      error = posix_spawnp(pid, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cspawn_wait(pid_t pid) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int cspawn_reap(pid_t pid, int *code, int *signal) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return errno;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 0;
}

int cspawn_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETNOSIGPIPE, 1);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

int cspawn_move_up(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 64); }

int cspawn_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return errno;
  return 0;
}

ssize_t cspawn_write(int descriptor, const void *bytes, size_t count) {
#ifdef __APPLE__
  return write(descriptor, bytes, count);
#else
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t written = write(descriptor, bytes, count);
  int error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    struct timespec none = {0, 0};
    sigtimedwait(&pipe, NULL, &none);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
#endif
}
