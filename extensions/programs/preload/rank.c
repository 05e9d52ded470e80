/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank's file, which outlives it, from its first call of MPI to its last. */
#include "extensions/programs/preload/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct rank_head *head;
enum state state;
bool cycles, several;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void clocks_read(void)
{
    head->last_ticks = ticks_now();
    head->last_ns = ns_now();
}

static void place_read(void)
{
    struct stat tasks = {.st_nlink = 3};
    stat("/proc/self/task", &tasks);
    head->threads = (int)tasks.st_nlink - 2;
    sched_getaffinity(0, sizeof head->cpus, (cpu_set_t *)head->cpus);
    clocks_read();
}

/* What a child does is its own affair until it calls MPI. */
static void child_begin(void)
{
    if (head)
        head->forks++;
    head = NULL;
    state = UNTRIED;
    threads_begin(true);
}

static void file_start(void)
{
    const char *folder = getenv("COMOPS_PROFILE");
    size_t length = sizeof *head + ROWS * sizeof(struct row);
    char name[4096];
    void *map = MAP_FAILED;
    state = REFUSED;
    snprintf(name, sizeof name, "%s/%d.rank", folder ? folder : "", (int)getpid());
    int file = folder ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (file >= 0 && !posix_fallocate(file, 0, (off_t)length)) /* else a full disk would kill */
        map = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    if (map == MAP_FAILED)
        return;
    cycles = getenv("COMOPS_PROFILE_CYCLES");
    head = map;
    clocks_read();
    head->first_ticks = head->last_ticks;
    head->first_ns = head->last_ns;
    head->pid = getpid();
    head->rank = -1;
    snprintf(head->program, sizeof head->program, "%s", program_invocation_short_name);
    library_find();
    pthread_atfork(NULL, NULL, child_begin);
    threads_begin(false);
    state = library.abi == UNKNOWN ? REFUSED : BEFORE_INIT;
}

/* Fortran's MPI_Init may be unseen: then a rank begins at its first call. */
static void rank_begin(void)
{
    int level = 0, initialized = 0;
    library.Initialized(&initialized);
    if (!initialized)
        return;
    struct group_facts world = group_ask(library.world, false);
    head->rank = world.rank;
    head->ranks = world.ranks;
    library.Query_thread(&level);
    several = level == 3; /* MPI_THREAD_MULTIPLE */
    place_read();
    head->threads_first = head->threads;
    head->began = head->ended = head->last_ticks;
    state = COUNTING;
}

bool state_try(void)
{
    pthread_mutex_lock(&starting);
    if (state == UNTRIED)
        file_start();
    if (state == BEFORE_INIT)
        rank_begin();
    pthread_mutex_unlock(&starting);
    return state != REFUSED && state != PAUSED;
}

void rank_pause(bool pause)
{
    if (state != (pause ? COUNTING : PAUSED))
        return;
    state = pause ? PAUSED : COUNTING;
    head->pauses += pause;
}

void rank_end(int end)
{
    rank_pause(false);
    if (state != COUNTING)
        return;
    place_read();
    head->ended = head->last_ticks;
    head->end = end;
    state = ENDED;
}

static __attribute__((destructor)) void process_end(void)
{
    rank_end(EXITED);
}
