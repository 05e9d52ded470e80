/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/shared_files.h"

#include "comops/launch/process.h"
#include "comops/text/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char folder[] = "/dev/shm";
/* MPICH and Intel MPI; Open MPI 4; Open MPI 5. */
static const char *const prefixes[] = {"mpich_shar_tmp", "vader_segment.", "sm_segment."};
enum { PREFIXES = sizeof prefixes / sizeof *prefixes, WAIT_US = 10000, WAITS = 20 };

static bool is_of_mpi(const char *name)
{
    for (int i = 0; i < PREFIXES; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

char **shared_files_list(void)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    char **names = text_list("");

    while (directory && (entry = readdir(directory)))
        if (is_of_mpi(entry->d_name))
            text_list_add(&names, text_copy(entry->d_name));
    if (directory)
        closedir(directory);
    return names;
}

double shared_files_space(void)
{
    struct statvfs system;

    return statvfs(folder, &system) == 0 ? (double)system.f_blocks * (double)system.f_frsize : 0;
}

static bool opens(const char *process, const struct stat *file)
{
    char *name = text_format("/proc/%s/fd", process);
    DIR *directory = opendir(name);
    struct dirent *entry;
    struct stat other;
    bool found = false;

    while (directory && !found && (entry = readdir(directory)))
        found = fstatat(dirfd(directory), entry->d_name, &other, 0) == 0 &&
                other.st_dev == file->st_dev && other.st_ino == file->st_ino;
    if (directory)
        closedir(directory);
    free(name);
    return found;
}

static bool maps(const char *process, const struct stat *file)
{
    char *name = text_format("/proc/%s/maps", process), *line = NULL;
    FILE *stream = fopen(name, "r");
    unsigned major_number, minor_number;
    unsigned long inode;
    size_t room = 0;
    bool found = false;

    while (stream && !found && getline(&line, &room, stream) > 0)
        found = sscanf(line, "%*s %*s %*s %x:%x %lu", &major_number, &minor_number, &inode) == 3 &&
                makedev(major_number, minor_number) == file->st_dev && inode == file->st_ino;
    if (stream)
        fclose(stream);
    free(line);
    free(name);
    return found;
}

/* The creator of such a file keeps it open until it is mapped, so checking in this order misses
 * none. */
static bool uses(const char *process, void *file)
{
    return opens(process, file) || maps(process, file);
}

/* The last processes of a job may still be ending. */
static bool in_use_for_long(struct stat *file)
{
    for (int i = 0; i < WAITS; i++) {
        if (!process_any(uses, file))
            return false;
        usleep(WAIT_US);
    }
    return true;
}

static void remove_abandoned(const char *name)
{
    char *path = text_format("%s/%s", folder, name);
    struct stat file;

    if (lstat(path, &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == geteuid() &&
        !in_use_for_long(&file))
        unlink(path);
    free(path);
}

void shared_files_remove(char *const *before, pid_t pid)
{
    char **now = shared_files_list();
    char *openmp = text_format("__KMP_REGISTERED_LIB_%d_%d", pid, (int)getuid());

    for (char **name = now; *name; name++)
        if (!text_list_has(before, *name))
            remove_abandoned(*name);
    remove_abandoned(openmp); /* of LLVM's OpenMP: the name says whose */
    text_list_free(now);
    free(openmp);
}
