/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/shared_files.h"
#include "comops/text/text.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char *path_of(const char *prefix)
{
    return text_format("/dev/shm/%s-comops-test-%d", prefix, getpid());
}

static int create(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);

    CHECK(file >= 0 && ftruncate(file, 4096) == 0);
    return file;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* A process that maps the file, or has it open alone, until it is killed. */
static pid_t use(const char *path, bool map)
{
    int ready[2];
    char byte;
    const int made = pipe(ready);
    const pid_t pid = fork();

    if (pid == 0) {
        const int file = open(path, O_RDWR);

        if (map && mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0) != MAP_FAILED)
            close(file);
        (void)!write(ready[1], "", 1);
        pause();
        _exit(0);
    }
    CHECK(made == 0 && pid > 0 && read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

TEST(only_files_of_mpi_that_are_new_and_unused_are_removed)
{
    static const struct {
        const char *prefix;
        bool older, mapped, opened, another_user, left;
    } table[] = {{.prefix = "mpich_shar_tmp"},
                 {.prefix = "vader_segment."},
                 {.prefix = "sm_segment."},
                 {.prefix = "mpich_shar_tmp-older", .older = true, .left = true},
                 {.prefix = "mpich_shar_tmp-mapped", .mapped = true, .left = true},
                 {.prefix = "mpich_shar_tmp-opened", .opened = true, .left = true},
                 {.prefix = "mpich_shar_tmp-foreign", .another_user = true, .left = true},
                 {.prefix = "sem.mpich_shar_tmp", .left = true}};
    enum { FILES = sizeof table / sizeof *table };
    char *paths[FILES], **before = NULL;
    pid_t users[FILES] = {0};

    for (int older = 1; older >= 0; older--) {
        for (int i = 0; i < FILES; i++)
            if (table[i].older == older) {
                paths[i] = path_of(table[i].prefix);
                close(create(paths[i]));
            }
        if (older)
            before = shared_files_list();
    }
    for (int i = 0; i < FILES; i++) {
        if (table[i].mapped || table[i].opened)
            users[i] = use(paths[i], table[i].mapped);
        if (table[i].another_user && geteuid() == 0)
            CHECK(chown(paths[i], 65534, (gid_t)-1) == 0);
    }
    shared_files_remove(before, getpid());
    for (int i = 0; i < FILES; i++) {
        CHECK(exists(paths[i]) == table[i].left || (table[i].another_user && geteuid() != 0));
        if (users[i])
            end(users[i]);
        unlink(paths[i]);
        free(paths[i]);
    }
    text_list_free(before);
}

TEST(a_file_is_removed_as_soon_as_its_last_process_has_ended)
{
    char **before = shared_files_list(), *path = path_of("mpich_shar_tmp");

    close(create(path));
    const pid_t user = use(path, true), killer = fork();

    if (killer == 0) {
        usleep(50000);
        kill(user, SIGKILL);
        _exit(0);
    }
    shared_files_remove(before, getpid());
    CHECK(!exists(path));
    waitpid(killer, NULL, 0);
    waitpid(user, NULL, 0);
    free(path);
    text_list_free(before);
}

TEST(what_llvms_openmp_leaves_is_removed_by_its_process_id)
{
    char *mine = text_format("/dev/shm/__KMP_REGISTERED_LIB_%d_%d", getpid(), (int)getuid());
    char *other = text_format("/dev/shm/__KMP_REGISTERED_LIB_%d_%d", getppid(), (int)getuid());
    char **before = shared_files_list();

    close(create(mine));
    close(create(other));
    shared_files_remove(before, getpid());
    CHECK(!exists(mine));
    CHECK(exists(other));
    unlink(other);
    free(mine);
    free(other);
    text_list_free(before);
}
