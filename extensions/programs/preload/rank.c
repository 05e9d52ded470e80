/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank's file, which outlives it, from its first call of MPI to its last. */
#include "extensions/programs/preload/profile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct rank_head *head;
enum state state;
bool cycles, several;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void place_read(void)
{
    struct stat tasks = {.st_nlink = 3};
    stat("/proc/self/task", &tasks);
    head->threads = (int)tasks.st_nlink - 2;
    sched_getaffinity(0, sizeof head->cpus, (cpu_set_t *)head->cpus);
    clocks_read(head->last);
}

static void child_begin(void)
{
    if (!head)
        return;
    head->forks++;
    state = head->rank < 0 ? UNTRIED : REFUSED; /* a rank's child is none */
    head = NULL;
}

static void file_start(void)
{
    const char *folder = getenv("COMOPS_PROFILE");
    size_t length = sizeof *head + ROWS * sizeof(struct row);
    char name[4096];
    state = REFUSED;
    snprintf(name, sizeof name, "%s/%d.rank", folder ? folder : "", (int)getpid());
    int file = folder ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    /* Without a place on the disk for all of it, the program would be killed later. */
    void *map = posix_fallocate(file, 0, (off_t)length) ? MAP_FAILED
                : mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return;
    cycles = getenv("COMOPS_PROFILE_CYCLES");
    head = map;
    clocks_read(head->first);
    head->rank = -1;
    library_find();
    pthread_atfork(NULL, NULL, child_begin);
    pthread_key_create(&memos_key, free);
    state = library.abi == UNKNOWN ? REFUSED : BEFORE_INIT;
}

bool state_try(void)
{
    int initialized = 0, level = 0;
    pthread_mutex_lock(&starting);
    if (state == UNTRIED)
        file_start();
    if (state == BEFORE_INIT)
        library.Initialized(&initialized);
    if (initialized) { /* perhaps unseen, by Fortran */
        struct group_facts world = group_ask(WORLD, false, ANY);
        head->rank = world.rank;
        head->ranks = world.ranks;
        library.Query_thread(&level);
        several = level == 3; /* MPI_THREAD_MULTIPLE */
        place_read();
        head->threads_first = head->threads;
        head->began = head->ended = head->last[0];
        state = COUNTING;
    }
    pthread_mutex_unlock(&starting);
    return state != REFUSED && state != PAUSED;
}

void rank_end(int end)
{
    if (state != COUNTING && state != PAUSED)
        return;
    place_read();
    head->ended = head->last[0];
    head->end = end;
    state = ENDED;
}

static __attribute__((destructor)) void process_end(void)
{
    rank_end(EXITED);
}
