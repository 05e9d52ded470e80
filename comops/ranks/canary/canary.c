/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/canary/canary.h"

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/handover.h"
#include "comops/ranks/canary/bound_threads.h"
#include "comops/ranks/canary/evict.h"
#include "comops/ranks/canary/memory.h"
#include "comops/comops.h"
#include "comops/ranks/arena/median.h"
#include "topology/bind.h"

#include <stdlib.h>
#include <string.h>

enum {
    REPETITIONS = 5,
    CHAIN = 20000, /* operations of the arithmetic */
    PLACES = 32,   /* sets of lines: how far a line travels depends on its address */
    LAPS = 32,     /* of the ring at each place */
    PLACE_BYTES = 4096 + CACHE_LINE_PAIR
};

/* The ranks of one measurement, and what they share. */
struct ring {
    struct meeting_point meeting;
    struct runner *runners;
    char *lines; /* PLACES x ranks, each PLACE_BYTES after the one before */
    size_t bytes;
    double laps_us[PLACES];
};

struct runner {
    struct ring *ring;
    int rank;
    char *source, *target; /* CANARY_MEMORY_BYTES each, its own */
    char *message;         /* CANARY_REMOTE_BYTES; that of rank 1 is used */
    struct canary seen;
};

static double since_us(uint64_t begin)
{
    return (double)(clock_now() - begin) / 1e3;
}

static double chain_us(void)
{
    const uint64_t begin = clock_now();
    volatile uint64_t last; /* so that the compiler keeps the chain */
    uint64_t value = begin;

    for (int i = 0; i < CHAIN; i++)
        value = value * 6364136223846793005u + 1442695040888963407u;
    last = value;
    (void)last;
    return since_us(begin);
}

static double copy_us(const struct runner *runner, size_t bytes)
{
    const uint64_t begin = clock_now();

    memcpy(runner->target, runner->source, bytes);
    __asm__ volatile("" ::: "memory");
    return since_us(begin);
}

static double cold_copy_us(const struct runner *runner)
{
    const bool cold =
        evict(runner->source, CANARY_MEMORY_BYTES) && evict(runner->target, CANARY_MEMORY_BYTES);

    meeting_meet(&runner->ring->meeting);
    return cold ? copy_us(runner, CANARY_MEMORY_BYTES) : 0;
}

static _Atomic uint64_t *line_of(const struct ring *ring, int place, uint32_t rank)
{
    const size_t ranks = ring->meeting.ranks;

    return (_Atomic uint64_t *)(ring->lines + ((size_t)place * ranks + rank % ranks) * PLACE_BYTES);
}

static void time_ring(const struct runner *runner)
{
    const uint32_t rank = (uint32_t)runner->rank;

    for (int place = 0; place < PLACES; place++) {
        _Atomic uint64_t *own = line_of(runner->ring, place, rank);
        _Atomic uint64_t *next = line_of(runner->ring, place, rank + 1);

        meeting_meet(&runner->ring->meeting);
        handover_turns(own, next, rank == 0, 1, LAPS / 4);
        const uint64_t begin = clock_now();

        handover_turns(own, next, rank == 0, 1 + LAPS / 4, LAPS);
        if (runner->rank == 0)
            runner->ring->laps_us[place] = since_us(begin) / LAPS / runner->ring->meeting.ranks;
    }
}

static void time_own(struct runner *runner)
{
    double chain[REPETITIONS], cache[REPETITIONS], memory[REPETITIONS];

    for (int i = 0; i < REPETITIONS; i++) {
        meeting_meet(&runner->ring->meeting);
        chain[i] = chain_us();
        memory[i] = cold_copy_us(runner);
        copy_us(runner, CANARY_CACHE_BYTES);
        cache[i] = copy_us(runner, CANARY_CACHE_BYTES);
    }
    runner->seen.arithmetic_us = median_of(chain, REPETITIONS);
    runner->seen.cache_us = median_of(cache, REPETITIONS);
    runner->seen.memory_us = median_of(memory, REPETITIONS);
}

static void time_remote(struct runner *runner)
{
    const struct runner *writer = &runner->ring->runners[1];
    double read[REPETITIONS] = {0};

    for (int i = 0; i < REPETITIONS; i++) {
        if (runner->rank == 1)
            memset(runner->message, i + 1, CANARY_REMOTE_BYTES);
        meeting_meet(&runner->ring->meeting);
        if (runner->rank == 0) {
            const uint64_t begin = clock_now();

            data_use(writer->message, CANARY_REMOTE_BYTES);
            read[i] = since_us(begin);
        }
        meeting_meet(&runner->ring->meeting);
    }
    runner->seen.remote_us = median_of(read, REPETITIONS);
}

static bool live(void *argument, int rank, bool bound)
{
    struct ring *ring = argument;
    struct runner *runner = &ring->runners[rank];
    bool good;

    *runner = (struct runner){.ring = ring, .rank = rank};
    runner->source = memory_map(CANARY_MEMORY_BYTES);
    runner->target = memory_map(CANARY_MEMORY_BYTES);
    runner->message = memory_map(CANARY_REMOTE_BYTES);
    good = bound && runner->source && runner->target && runner->message;
    if (good) /* first touch */
        memset(runner->source, rank + 1, CANARY_MEMORY_BYTES);
    good = meeting_agree(&ring->meeting, good);
    if (good) {
        time_ring(runner);
        time_own(runner);
        if (ring->meeting.ranks > 1)
            time_remote(runner);
    }
    memory_unmap(runner->source, CANARY_MEMORY_BYTES);
    memory_unmap(runner->target, CANARY_MEMORY_BYTES);
    memory_unmap(runner->message, CANARY_REMOTE_BYTES);
    return good;
}

/* The slowest rank: an operation ends with its last rank. */
static double slowest(double one, double other)
{
    return one > other ? one : other;
}

static void collect(struct ring *ring, struct canary *canary)
{
    *canary = (struct canary){.handover_us = median_of(ring->laps_us, PLACES),
                              .remote_us = ring->runners[0].seen.remote_us};
    for (uint32_t rank = 0; rank < ring->meeting.ranks; rank++) {
        const struct canary *seen = &ring->runners[rank].seen;

        canary->cache_us = slowest(canary->cache_us, seen->cache_us);
        canary->memory_us = slowest(canary->memory_us, seen->memory_us);
        canary->arithmetic_us = slowest(canary->arithmetic_us, seen->arithmetic_us);
    }
}

bool canary_measure(const int *pus, int ranks, struct canary *canary)
{
    struct ring ring = {.meeting.ranks = (uint32_t)ranks,
                        .runners = calloc((size_t)ranks, sizeof *ring.runners)};

    ring.bytes = (size_t)PLACES * (size_t)ranks * PLACE_BYTES;
    ring.lines = memory_map(ring.bytes);
    const bool good = ring.runners && ring.lines && bound_threads_run(pus, ranks, live, &ring);

    if (good)
        collect(&ring, canary);
    memory_unmap(ring.lines, ring.bytes);
    free(ring.runners);
    return good;
}
