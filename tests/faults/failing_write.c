/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: the write of number FAILING_WRITE, counted from 1, to a file on a disk writes half of
 * its bytes, and all later ones fail: the disk is full. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t write_really(int file, const void *bytes, size_t count)
{
    static ssize_t (*real)(int, const void *, size_t);

    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    return real(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    static int writes;
    const char *failing = getenv("FAILING_WRITE");
    struct stat status;

    /* Shared memory without a name has no links. */
    if (!failing || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !status.st_nlink)
        return write_really(file, bytes, count);
    writes++;
    if (writes < atoi(failing))
        return write_really(file, bytes, count);
    if (writes == atoi(failing))
        return write_really(file, bytes, count / 2);
    errno = ENOSPC;
    return -1;
}
