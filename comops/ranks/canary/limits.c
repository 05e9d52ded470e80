/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/canary/limits.h"

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/median.h"
#include "comops/ranks/arena/meeting.h"
#include "comops/ranks/canary/bound_threads.h"
#include "comops/ranks/canary/memory.h"
#include "comops/ranks/contract/loops.h"
#include "comops/ranks/contract/processor.h"

#include <math.h>
#include <string.h>

enum {
    READER = 0,
    WRITER = 1,
    REPETITIONS = 3,
    BY_WORDS = 512, /* bytes up to which single words are added */
    /* Short messages are read one after the other, in an order that no prefetcher expects, and
     * between two readings of the clock, which would take longer than one of them. */
    TOGETHER_BYTES = 32 << 10,
    TOGETHER_MOST = 128,
    GAP = 7 * CACHE_LINE,
    STRIDE = 37
};

struct exchange {
    struct meeting_point meeting;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t halved; /* the number of the message whose first half
                                                         the writer has copied */
    enum limit_way way;
    const size_t *sizes;
    int count;
    size_t mapped;
    char *memory[2]; /* the reader's copy, the writer's messages; each first touched by its rank */
    double *us;
};

static size_t words_of(size_t bytes)
{
    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

void limit_write(char *message, size_t bytes, uint64_t first)
{
    for (size_t word = 0; word < words_of(bytes); word++)
        ((uint64_t *)message)[word] = first + word;
}

uint64_t limit_read(const char *message, size_t bytes, uint64_t first)
{
    const size_t words = words_of(bytes);
    uint64_t sums[LINE_WORDS] = {0}, sum = 0;

    if (bytes > BY_WORDS) {
        line_sums_add(sums, message, words * sizeof *sums);
        for (int word = 0; word < LINE_WORDS; word++)
            sum += sums[word];
    } else {
        for (size_t word = 0; word < words; word++)
            sum += ((const uint64_t *)message)[word];
    }
    return sum - (words * first + words * (words - 1) / 2);
}

/* A power of two. */
static size_t together(enum limit_way way, size_t bytes)
{
    size_t count = 1;

    while (way == LIMIT_READ && count < TOGETHER_MOST && 2 * count * bytes <= TOGETHER_BYTES)
        count *= 2;
    return count;
}

static size_t spacing(size_t bytes)
{
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE + GAP;
}

static uint64_t first_word(uint64_t number, size_t message)
{
    return number << 40 | (uint64_t)message << 32;
}

static void copy(enum limit_way way, char *to, const char *from, size_t bytes)
{
    const size_t past = way < LIMIT_ALONE_PAST ? 0 : bytes / CACHE_LINE * CACHE_LINE;

    for (size_t at = 0; at < past; at += CACHE_LINE)
        line_stream(to + at, from + at);
    memcpy(to + past, from + past, bytes - past);
    stream_fence(); /* the lines are there before what tells so */
}

/* What the writer copies. */
static size_t half_of(enum limit_way way, size_t bytes)
{
    const bool both = way == LIMIT_BOTH || way == LIMIT_BOTH_PAST;

    return both ? bytes / 2 / CACHE_LINE * CACHE_LINE : 0;
}

/* Returns 0 if the message was right. */
static uint64_t get(struct exchange *exchange, const char *message, size_t bytes, uint64_t number,
                    uint64_t first)
{
    const size_t half = half_of(exchange->way, bytes);

    if (exchange->way == LIMIT_READ)
        return limit_read(message, bytes, first);
    copy(exchange->way, exchange->memory[READER] + half, message + half,
         words_of(bytes) * sizeof(uint64_t) - half);
    /* Acquire: the half is there. */
    while (half && atomic_load_explicit(&exchange->halved, memory_order_acquire) != number)
        poll_pause();
    return limit_read(exchange->memory[READER], bytes, first);
}

/* The time of one message, less what a reading of the clock takes; NAN if one was wrong. */
static double get_us(struct exchange *exchange, size_t bytes, uint64_t number)
{
    const size_t count = together(exchange->way, bytes);
    uint64_t wrong = 0;
    const uint64_t before = clock_now(), begin = clock_now();

    for (size_t i = 0; i < count; i++) {
        const size_t message = i * STRIDE % count;
        /* Where the next one is depends on the words of this one, so that they do not overlap. */
        const char *at = exchange->memory[WRITER] + message * spacing(bytes) + (wrong != 0);

        wrong |= get(exchange, at, bytes, number, first_word(number, message));
    }
    const double ns = (double)(clock_now() - begin) - (double)(begin - before);

    return wrong ? NAN : (ns > 0 ? ns : 1) / 1e3 / (double)count;
}

static void prepare(struct exchange *exchange, size_t bytes, uint64_t number)
{
    for (size_t message = 0; message < together(exchange->way, bytes); message++)
        limit_write(exchange->memory[WRITER] + message * spacing(bytes), bytes,
                    first_word(number, message));
}

static void send_half(struct exchange *exchange, size_t bytes, uint64_t number)
{
    const size_t half = half_of(exchange->way, bytes);

    copy(exchange->way, exchange->memory[READER], exchange->memory[WRITER], half);
    /* Release: the half is there. */
    atomic_store_explicit(&exchange->halved, number, memory_order_release);
}

static void measure(struct exchange *exchange, int rank, int size)
{
    const size_t bytes = exchange->sizes[size];
    double us[REPETITIONS];
    bool right = true;

    for (int i = 0; i < REPETITIONS; i++) {
        const uint64_t number = (uint64_t)(size * REPETITIONS + i + 1);

        if (rank == WRITER)
            prepare(exchange, bytes, number);
        meeting_meet(&exchange->meeting);
        if (rank == WRITER)
            send_half(exchange, bytes, number);
        else
            right &= !isnan(us[i] = get_us(exchange, bytes, number));
        meeting_meet(&exchange->meeting);
    }
    if (rank == READER)
        exchange->us[size] = right ? median_of(us, REPETITIONS) : NAN;
}

static bool live(void *argument, int rank, bool bound)
{
    struct exchange *exchange = argument;
    const bool needed = rank == WRITER || exchange->way != LIMIT_READ;
    char *memory = needed ? memory_map(exchange->mapped) : NULL;

    if (memory)
        memset(memory, 1, exchange->mapped); /* first touch */
    exchange->memory[rank] = memory;
    const bool good = meeting_agree(&exchange->meeting, bound && (memory || !needed));

    for (int size = 0; size < exchange->count && good; size++)
        measure(exchange, rank, size);
    memory_unmap(memory, exchange->mapped);
    return good;
}

bool limits_measure(const int pus[2], enum limit_way way, const size_t *sizes, int count,
                    double *us)
{
    struct exchange exchange = {
        .meeting.ranks = 2, .way = way, .sizes = sizes, .count = count, .us = us};

    for (int size = 0; size < count; size++) {
        const size_t bytes = together(way, sizes[size]) * spacing(sizes[size]);

        exchange.mapped = bytes > exchange.mapped ? bytes : exchange.mapped;
    }
    return bound_threads_run(pus, 2, live, &exchange);
}
