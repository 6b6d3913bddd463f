// Preloaded into a process: makes system calls of SQLite fail for the files below one path.
// Controlled from outside, through a file that both processes have mapped.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, TRUNCATES = 4, NAMES = 8, CLOSES = 16 };

struct control {
  int32_t kinds;     // which calls are counted; 0 for none
  int32_t countdown; // the call that fails: 1 is the next one
  int32_t error;     // its error; 0 kills the process instead
  int32_t lasting;   // whether all later calls fail too
  int32_t partial;   // whether half of a failing write is performed
  int32_t failed;    // number of calls that have failed
};

static volatile struct control *control;
static const char *prefix;
static int is_fat; // whether links and file modes are unsupported, as on FAT

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_WRITES_CONTROL");
  prefix = getenv("FAILING_WRITES_UNDER");
  is_fat = getenv("FAILING_WRITES_FAT") != 0;
  if (!path || !prefix) return;
  int fd = open(path, O_RDWR);
  if (fd < 0) return;
  void *map = mmap(0, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

static int is_under(const char *path) { return strncmp(path, prefix, strlen(prefix)) == 0; }

static int is_ours(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_under(path);
}

static int is_due(void) {
  int32_t left = __atomic_sub_fetch(&control->countdown, 1, __ATOMIC_SEQ_CST);
  if (left > 0 || (left < 0 && !control->lasting)) return 0;
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
  if (control->error == 0) kill(getpid(), SIGKILL);
  errno = control->error;
  return 1;
}

static int fails(int fd, int kind) {
  return control && (control->kinds & kind) && is_ours(fd) && is_due();
}

static int fails_at(const char *path, int kind) {
  return control && (control->kinds & kind) && is_under(path) && is_due();
}

static int lacks(const char *path) {
  if (!control || !is_fat || !is_under(path)) return 0;
  errno = EPERM;
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

// Node closes files through this one. As on a network disk, the file is closed whatever the call says.
long syscall(long number, ...) {
  va_list more;
  va_start(more, number);
  long a[6];
  for (int at = 0; at < 6; at++) a[at] = va_arg(more, long);
  va_end(more);
  int isFailing = number == SYS_close && fails((int)a[0], CLOSES);
  int error = errno;
  long result = NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (!isFailing) return result;
  errno = error;
  return -1;
}

int link(const char *from, const char *to) {
  return lacks(to) || fails_at(to, NAMES) ? -1 : NEXT(link)(from, to);
}
int chmod(const char *path, mode_t mode) { return lacks(path) ? -1 : NEXT(chmod)(path, mode); }
int fchmod(int fd, mode_t mode) {
  if (control && is_fat && is_ours(fd)) {
    errno = EPERM;
    return -1;
  }
  return NEXT(fchmod)(fd, mode);
}
int rename(const char *from, const char *to) { return fails_at(to, NAMES) ? -1 : NEXT(rename)(from, to); }
int unlink(const char *path) { return fails_at(path, NAMES) ? -1 : NEXT(unlink)(path); }
int remove(const char *path) { return fails_at(path, NAMES) ? -1 : NEXT(remove)(path); }
int rmdir(const char *path) { return fails_at(path, NAMES) ? -1 : NEXT(rmdir)(path); }
char *mkdtemp(char *path) { return fails_at(path, NAMES) ? NULL : NEXT(mkdtemp)(path); }

// Only opening with O_CREAT can create a name.
#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;                \
    va_end(more);                                                              \
    if ((flags & O_CREAT) && fails_at(path, NAMES)) return -1;                 \
    return NEXT(name)(path, flags, mode);                                      \
  }
OPEN(open)
OPEN(open64)
