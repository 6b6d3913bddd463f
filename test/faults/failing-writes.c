// Preloaded into a process, makes the operating system refuse it what SQLite asks of it for the files under one path.
// Armed and disarmed from outside, through a file that both have mapped.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, TRUNCATES = 4 };

struct control {
  int32_t kinds;     // which calls are counted; 0 lets everything pass
  int32_t countdown; // the call that fails: 1 is the next one
  int32_t error;     // what it fails with
  int32_t lasting;   // whether all later ones fail as well
  int32_t partial;   // whether half of a failing write is carried out
  int32_t failed;    // how many calls have failed
};

static volatile struct control *control;
static const char *prefix;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_WRITES_CONTROL");
  prefix = getenv("FAILING_WRITES_UNDER");
  if (!path || !prefix) return;
  int fd = open(path, O_RDWR);
  if (fd < 0) return;
  void *map = mmap(0, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

static int is_ours(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, prefix, strlen(prefix)) == 0;
}

static int fails(int fd, int kind) {
  if (!control || !(control->kinds & kind) || !is_ours(fd)) return 0;
  int32_t left = __atomic_sub_fetch(&control->countdown, 1, __ATOMIC_SEQ_CST);
  if (left > 0 || (left < 0 && !control->lasting)) return 0;
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
  errno = control->error;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define PWRITE(name, offset_type)                                              \
  ssize_t name(int fd, const void *buffer, size_t size, offset_type offset) {  \
    if (fails(fd, WRITES)) {                                                   \
      int error = errno;                                                       \
      if (control->partial) NEXT(name)(fd, buffer, size / 2, offset);          \
      errno = error;                                                           \
      return -1;                                                               \
    }                                                                          \
    return NEXT(name)(fd, buffer, size, offset);                               \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *buffer, size_t size) {
  return fails(fd, WRITES) ? -1 : NEXT(write)(fd, buffer, size);
}
int fsync(int fd) { return fails(fd, SYNCS) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, SYNCS) ? -1 : NEXT(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { return fails(fd, TRUNCATES) ? -1 : NEXT(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd, TRUNCATES) ? -1 : NEXT(ftruncate64)(fd, size); }
