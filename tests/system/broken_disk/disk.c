/* Loaded before a server: while a file of this name exists, regular files but the log are read-only,
   or cannot grow. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int exists(const char *variable) {
    const char *sign = getenv(variable);
    return sign && access(sign, F_OK) == 0;
}

/* Why a file may not be written up to there: an errno, or 0. */
static int refusal(int file, off_t end) {
    struct stat found;
    if (file <= 2 || fstat(file, &found) || !S_ISREG(found.st_mode)) return 0;
    if (exists("READ_ONLY_WHILE")) return EROFS;
    return end > found.st_size && exists("FULL_WHILE") ? ENOSPC : 0;
}

static off_t size_of(const struct iovec *parts, int count) {
    off_t size = 0;
    while (count-- > 0) size += parts[count].iov_len;
    return size;
}

/* Where the next write without an offset begins. */
static off_t here(int file) {
    return lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
}

#define REFUSING(type, refused, name, end, parameters, ...)                \
    type name parameters {                                                 \
        static type(*real) parameters;                                     \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);              \
        int why = refusal(file, end);                                      \
        if (why) return errno = why, refused;                              \
        return real(__VA_ARGS__);                                          \
    }

/* The same for large files: on 64 bits their offsets are the same. */
#define REFUSING_BOTH(type, refused, name, end, parameters, ...)           \
    REFUSING(type, refused, name, end, parameters, __VA_ARGS__)            \
    REFUSING(type, refused, name##64, end, parameters, __VA_ARGS__)

REFUSING(ssize_t, -1, write, here(file) + count, (int file, const void *from, size_t count), file, from, count)
REFUSING(ssize_t, -1, writev, here(file) + size_of(parts, count), (int file, const struct iovec *parts, int count),
         file, parts, count)
REFUSING_BOTH(ssize_t, -1, pwrite, at + count, (int file, const void *from, size_t count, off_t at),
              file, from, count, at)
REFUSING_BOTH(ssize_t, -1, pwritev, at + size_of(parts, count),
              (int file, const struct iovec *parts, int count, off_t at), file, parts, count, at)
REFUSING_BOTH(int, -1, ftruncate, length, (int file, off_t length), file, length)
REFUSING_BOTH(int, -1, fallocate, at + length, (int file, int mode, off_t at, off_t length), file, mode, at, length)
REFUSING_BOTH(int, why, posix_fallocate, at + length, (int file, off_t at, off_t length), file, at, length)
