/* SPDX-License-Identifier: BSD-3-Clause */
/* The library that `comops profile` preloads into every process of a program. Wrappers pass
 * arguments on as they are, so one library serves MPICH's ABI, whose handles are ints, and Open
 * MPI's, where they are pointers. It is linked with neither. */
#pragma once
/* Generated: descriptions of calls, a rank's file, constants of MPI. */
#include "extensions/programs/preload/tables.h"

#include <pthread.h>
#include <time.h>

void *symbol_find(void *where, const char *symbol); /* RTLD_NEXT or DEFAULT; NULL: nowhere */
void library_find(void); /* MPI's functions; which library it is, for the file's head */

/* What MPI's handles stand for, which takes a microsecond to ask. */
struct type_facts {
    word type;
    uint64_t generation;
    int size;
    bool contiguous, named; /* not made by the program */
};
struct group_facts {
    word handle;
    uint64_t generation;
    int peer, partner; /* a rank, and that in MPI_COMM_WORLD, or ANY */
    int ranks, rank, neighbours; /* of a topology: to whom this rank sends */
};
struct type_facts type_ask(word type);
struct group_facts group_ask(word handle, bool window, int peer);
word handle_at(const void *handles, int at, word (*from_fortran)(int), bool fortran);
struct arrays key_fill(struct row_key *key, const struct entry *entry, const word *arguments);
extern struct rank_head *head; /* of this process's file, with the rows behind it, or NULL */
extern enum state { UNTRIED, BEFORE_INIT, COUNTING, PAUSED, ENDED, REFUSED } state;
extern uint64_t generation; /* of handles: those of an earlier one may mean something else */
extern bool cycles, several; /* ticks are the processor's; threads call MPI at once */
extern pthread_key_t memos_key; /* frees what a thread remembers */
bool state_try(void); /* whether calls are to be counted */
void rank_end(int end);
int call_make(struct entry *entry, const word *arguments); /* counted from 1 */
static inline uint64_t ticks_now(bool of_processor)
{
    struct timespec now;
#ifdef __x86_64__
    if (of_processor)
        return __builtin_ia32_rdtsc();
#endif
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static inline void clocks_read(uint64_t clocks[2]) /* ticks and ns */
{
    clocks[0] = ticks_now(cycles);
    clocks[1] = ticks_now(false);
}
