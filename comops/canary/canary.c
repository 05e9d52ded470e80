/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/canary/canary.h"

#include "comops/arena/clock.h"
#include "comops/arena/meeting.h"
#include "comops/statistics/statistics.h"
#include "topology/bind.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    REPETITIONS = 9,
    CHAIN = 20000, /* operations of the arithmetic */
    PLACES = 32,   /* sets of lines: how far a line travels depends on its address */
    LAPS = 32,     /* of the ring at each place */
    PLACE_BYTES = 4096 + CACHE_LINE_PAIR,
    WHY = 256
};

/* The ranks of one measurement, and what they share. */
struct ring {
    struct meeting_point meeting;
    const int *pus;
    char *lines; /* PLACES x ranks, each PLACE_BYTES after the one before */
    size_t bytes;
    double laps_us[PLACES];
    pthread_mutex_t gate; /* held until all threads have been created, or not */
    bool whole;
};

struct runner {
    struct ring *ring;
    int rank;
    pthread_t thread;
    char *source, *target; /* CANARY_MEMORY_BYTES each, its own */
    struct canary seen;
    bool good;
};

bool canary_open(char *why, size_t why_size)
{
    return bind_open(why, why_size);
}

void canary_close(void)
{
    bind_close();
}

static double since_us(uint64_t begin)
{
    return (double)(clock_now() - begin) / 1e3;
}

static void *map(size_t bytes)
{
    void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return address == MAP_FAILED ? NULL : address;
}

static void unmap(void *address, size_t bytes)
{
    if (address)
        munmap(address, bytes);
}

static double chain_us(void)
{
    const uint64_t begin = clock_now();
    volatile uint64_t last; /* or the compiler would leave the chain out */
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

/* Evicts the bytes from all caches. False if this processor has no instruction for it. */
static bool evict(const char *from, size_t bytes)
{
#if defined __x86_64__ || defined __aarch64__
    for (const char *line = from; line < from + bytes; line += 64)
#ifdef __x86_64__
        __builtin_ia32_clflush(line);
    __builtin_ia32_mfence();
#else
        __asm__ volatile("dc civac, %0" ::"r"(line) : "memory");
    __asm__ volatile("dsb sy" ::: "memory");
#endif
    return true;
#else
    (void)from, (void)bytes;
    return false;
#endif
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

/* One number goes round the ring `laps` times: rank 0 begins and ends each lap. */
static void go_round(const struct runner *runner, int place, uint64_t first, uint64_t laps)
{
    _Atomic uint64_t *own = line_of(runner->ring, place, (uint32_t)runner->rank);
    _Atomic uint64_t *next = line_of(runner->ring, place, (uint32_t)runner->rank + 1);

    for (uint64_t lap = first; lap < first + laps; lap++) {
        /* Relaxed: nothing but the number itself is handed over. */
        if (runner->rank == 0)
            atomic_store_explicit(next, lap, memory_order_relaxed);
        while (atomic_load_explicit(own, memory_order_relaxed) != lap)
            poll_pause();
        if (runner->rank != 0)
            atomic_store_explicit(next, lap, memory_order_relaxed);
    }
}

static void time_ring(const struct runner *runner)
{
    for (int place = 0; place < PLACES; place++) {
        meeting_meet(&runner->ring->meeting);
        go_round(runner, place, 1, LAPS / 4);
        const uint64_t begin = clock_now();

        go_round(runner, place, 1 + LAPS / 4, LAPS);
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
    runner->seen.arithmetic_us = statistics_median(chain, REPETITIONS);
    runner->seen.cache_us = statistics_median(cache, REPETITIONS);
    runner->seen.memory_us = statistics_median(memory, REPETITIONS);
}

static void *run(void *argument)
{
    struct runner *runner = argument;
    struct ring *ring = runner->ring;
    char why[WHY];

    pthread_mutex_lock(&ring->gate);
    pthread_mutex_unlock(&ring->gate);
    if (!ring->whole)
        return NULL;
    runner->good = bind_self(ring->pus[runner->rank], why, sizeof why);
    runner->source = map(CANARY_MEMORY_BYTES);
    runner->target = map(CANARY_MEMORY_BYTES);
    runner->good = runner->good && runner->source && runner->target;
    if (runner->good) /* first touch */
        memset(runner->source, runner->rank + 1, CANARY_MEMORY_BYTES);
    if (meeting_agree(&ring->meeting, runner->good)) {
        time_ring(runner);
        time_own(runner);
    } else {
        runner->good = false;
    }
    unmap(runner->source, CANARY_MEMORY_BYTES);
    unmap(runner->target, CANARY_MEMORY_BYTES);
    return NULL;
}

/* The slowest rank: an operation ends with its last rank. */
static double slowest(double one, double other)
{
    return one > other ? one : other;
}

static bool collect(struct runner *runners, int ranks, struct canary *canary)
{
    bool good = true;

    *canary = (struct canary){.handover_us = statistics_median(runners->ring->laps_us, PLACES)};
    for (int rank = 0; rank < ranks; rank++) {
        const struct canary *seen = &runners[rank].seen;

        canary->cache_us = slowest(canary->cache_us, seen->cache_us);
        canary->memory_us = slowest(canary->memory_us, seen->memory_us);
        canary->arithmetic_us = slowest(canary->arithmetic_us, seen->arithmetic_us);
        good = good && runners[rank].good;
    }
    return good;
}

/* Starts one thread a rank and waits for all. */
static bool run_all(struct ring *ring, struct runner *runners, int ranks)
{
    int created = 0;

    pthread_mutex_init(&ring->gate, NULL);
    pthread_mutex_lock(&ring->gate);
    for (; created < ranks; created++) {
        runners[created] = (struct runner){.ring = ring, .rank = created};
        if (pthread_create(&runners[created].thread, NULL, run, &runners[created]) != 0)
            break;
    }
    ring->whole = created == ranks;
    pthread_mutex_unlock(&ring->gate);
    for (int rank = 0; rank < created; rank++)
        pthread_join(runners[rank].thread, NULL);
    pthread_mutex_destroy(&ring->gate);
    return ring->whole;
}

bool canary_measure(const int *pus, int ranks, struct canary *canary)
{
    struct ring ring = {.meeting.ranks = (uint32_t)ranks, .pus = pus};
    struct runner *runners = calloc((size_t)ranks, sizeof *runners);

    ring.bytes = (size_t)PLACES * (size_t)ranks * PLACE_BYTES;
    ring.lines = map(ring.bytes);
    const bool good =
        runners && ring.lines && run_all(&ring, runners, ranks) && collect(runners, ranks, canary);

    unmap(ring.lines, ring.bytes);
    free(runners);
    return good;
}
