/* Loaded before a server: while a file of this name exists, no regular file but its log can be written. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_read_only(int file) {
    const char *sign = getenv("READ_ONLY_WHILE");
    struct stat found;
    return file > 2 && sign && access(sign, F_OK) == 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode);
}

#define REFUSING(type, name, parameters, ...)                              \
    type name parameters {                                                 \
        static type(*real) parameters;                                     \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);              \
        if (is_read_only(file)) return errno = EROFS, -1;                  \
        return real(__VA_ARGS__);                                          \
    }

REFUSING(ssize_t, write, (int file, const void *from, size_t count), file, from, count)
REFUSING(ssize_t, pwrite, (int file, const void *from, size_t count, off_t at), file, from, count, at)
REFUSING(ssize_t, pwrite64, (int file, const void *from, size_t count, off64_t at), file, from, count, at)
REFUSING(int, ftruncate, (int file, off_t length), file, length)
REFUSING(int, ftruncate64, (int file, off64_t length), file, length)
