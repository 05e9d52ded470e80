/* SPDX-License-Identifier: BSD-3-Clause */
/* Long messages of two ranks by hand: the cells that comops measures (rewritten buffers, results
 * that their receivers read once, pages that change), with nothing but the copies, in each way that
 * may be the fastest. Prints pattern, bytes, microseconds and way.
 *
 * Usage: limits PU PU BYTES... */
#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/median.h"
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/reductions.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { RANKS = 2, STAMPS = 6, BYTES_MOST = 16 << 20, ROUNDS_MOST = 16 };
enum { PAGE = 4096, PLACES = 64, PIECE = 32 << 10 };

typedef void copy_function(char *to, const char *from, size_t bytes);
typedef void message_function(int me, int to); /* what rank `me` does for it */

static struct rank {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t here; /* how often it has met the other */
    alignas(CACHE_LINE_PAIR) _Atomic size_t taken;  /* pieces of the message to this rank */
    alignas(CACHE_LINE_PAIR) char *send, *recv, *memory;
    uint64_t meetings, ended;
} ranks[RANKS];
static size_t bytes, half; /* of a message; where its second half begins */
static copy_function *copy;
static message_function *message;
static uint64_t start;

/* All that either rank wrote before it is visible to both afterwards. */
static void meet(int me)
{
    flag_set(&ranks[me].here, ++ranks[me].meetings);
    flag_wait(&ranks[!me].here, ranks[me].meetings);
}

static void copy_plain(char *to, const char *from, size_t count)
{
    memcpy(to, from, count);
}

static void alone(int me, int to)
{
    if (me == to)
        copy(ranks[to].recv, ranks[!to].send, bytes);
}

static void halves(int me, int to)
{
    const size_t at = me == to ? 0 : half;

    copy(ranks[to].recv + at, ranks[!to].send + at, half);
}

/* From both ends, until all pieces are taken. */
static void pieces(int me, int to)
{
    const size_t count = bytes / PIECE;
    _Atomic size_t *taken = &ranks[to].taken;

    for (size_t i = 0; atomic_fetch_add_explicit(taken, 1, memory_order_relaxed) < count; i++) {
        const size_t at = (me == to ? i : count - 1 - i) * PIECE;

        copy(ranks[to].recv + at, ranks[!to].send + at, PIECE);
    }
}

static void pingpong(int me)
{
    message(me, 1);
    meet(me);
    if (me == 1)
        data_use(ranks[1].recv, bytes);
    meet(me);
    message(me, 0);
}

static void broadcast(int me)
{
    message(me, 1);
}

static void gather_each(int me)
{
    copy(ranks[ROOT].recv + (size_t)me * bytes, ranks[me].send, bytes);
}

static void gather_root(int me)
{
    for (int from = 0; me == ROOT && from < RANKS; from++)
        gather_each(from);
}

static void scatter(int me)
{
    copy(ranks[me].recv, ranks[ROOT].send + (size_t)me * bytes, bytes);
}

/* Past the caches by way of a piece that stays in them. */
static void merge(char *into, size_t at, size_t end)
{
    alignas(CACHE_LINE) char merged[CHUNK];

    for (; at < end; at += CHUNK) {
        char *piece = copy == copy_plain ? into + at : merged;

        reduce_local(MAX_DOUBLE, piece, ranks[0].send + at, ranks[1].send + at, CHUNK);
        if (piece == merged)
            copy(into + at, merged, CHUNK);
    }
}

static void reduce_root(int me)
{
    if (me == ROOT)
        merge(ranks[ROOT].recv, 0, bytes);
}

static void reduce_halves(int me)
{
    merge(ranks[ROOT].recv, me ? half : 0, me ? bytes : half);
}

static void allreduce_copied(int me)
{
    const size_t other = me ? 0 : half;

    merge(ranks[me].recv, me ? half : 0, me ? bytes : half);
    meet(me);
    copy(ranks[me].recv + other, ranks[!me].recv + other, half);
}

static void allreduce_twice(int me)
{
    const size_t end = me ? bytes : half;

    for (size_t at = me ? half : 0; at < end; at += CHUNK) {
        merge(ranks[me].recv, at, at + CHUNK);
        copy(ranks[!me].recv + at, ranks[me].recv + at, CHUNK);
    }
}

static void alltoall(int me)
{
    for (int i = 0, from = me; i < RANKS; i++, from = !from)
        copy(ranks[me].recv + (size_t)from * bytes, ranks[from].send + (size_t)me * bytes, bytes);
}

/* `sent`, `received`: blocks of each rank; `messages`: in a run. */
static const struct pattern_by_hand {
    const char *name;
    size_t sent[RANKS], received[RANKS], messages;
} patterns[] = {{"pingpong", {1, 1}, {1, 1}, 2}, {"broadcast", {1, 0}, {0, 1}, 1},
                {"gather", {1, 1}, {2, 0}, 1},   {"scatter", {2, 0}, {1, 1}, 1},
                {"reduce", {1, 1}, {1, 0}, 1},   {"allreduce", {1, 1}, {1, 1}, 1},
                {"alltoall", {2, 2}, {2, 2}, 1}};
static const struct way {
    int pattern; /* of `patterns` */
    void (*run)(int me);
    copy_function *copy;
    const char *name;
    message_function *message;
} ways[] = {{0, pingpong, copy_plain, "the receiver", alone},
            {0, pingpong, copy_plain, "halves", halves},
            {0, pingpong, copy_plain, "pieces from both ends", pieces},
            {0, pingpong, copy_nontemporal, "halves past the caches", halves},
            {1, broadcast, copy_plain, "the receiver", alone},
            {1, broadcast, copy_plain, "halves", halves},
            {1, broadcast, copy_plain, "pieces from both ends", pieces},
            {1, broadcast, copy_nontemporal, "halves past the caches", halves},
            {2, gather_root, copy_plain, "the root", NULL},
            {2, gather_each, copy_plain, "each its own", NULL},
            {2, gather_each, copy_nontemporal, "each its own past the caches", NULL},
            {3, scatter, copy_plain, "each its own", NULL},
            {3, scatter, copy_nontemporal, "each its own past the caches", NULL},
            {4, reduce_root, copy_plain, "the root", NULL},
            {4, reduce_halves, copy_plain, "halves", NULL},
            {4, reduce_halves, copy_nontemporal, "halves past the caches", NULL},
            {5, allreduce_copied, copy_plain, "halves, then copied", NULL},
            {5, allreduce_twice, copy_plain, "halves, into both results", NULL},
            {5, allreduce_copied, copy_nontemporal, "copied past the caches", NULL},
            {6, alltoall, copy_plain, "in order", NULL},
            {6, alltoall, copy_nontemporal, "past the caches", NULL}};
enum { WAYS = sizeof ways / sizeof *ways };

/* Each rank's time ends when it has read its result. Microseconds. */
static double stamp(int me, const struct way *way)
{
    const struct pattern_by_hand *pattern = &patterns[way->pattern];
    struct rank *mine = &ranks[me];
    const bool uses = me == ROOT || pattern->messages == 1;

    for (size_t at = 0; at < pattern->sent[me] * bytes; at += sizeof mine->meetings)
        memcpy(mine->send + at, &mine->meetings, sizeof mine->meetings);
    atomic_store_explicit(&mine->taken, 0, memory_order_relaxed);
    meet(me);
    if (me == ROOT)
        start = clock_now() + 2000; /* ns */
    meet(me);
    while (clock_now() < start)
        ;
    way->run(me);
    meet(me);
    data_use(mine->recv, uses ? pattern->received[me] * bytes : 0);
    mine->ended = clock_now();
    meet(me);
    const uint64_t last = ranks[ranks[0].ended < ranks[1].ended].ended;

    return (double)(last - start) / 1e3 / (double)pattern->messages;
}

/* On other pages in each round. The first stamp is a warm-up. */
static double stamps(int me, const struct way *way, int round)
{
    const size_t sent = (size_t)(round * 13 + me * 7) % PLACES * PAGE;
    const size_t received = (size_t)(round * 29 + me * 3) % PLACES * PAGE;
    double times[STAMPS];

    if (me == ROOT) {
        copy = way->copy;
        message = way->message;
    }
    ranks[me].send = ranks[me].memory + sent;
    ranks[me].recv = ranks[me].memory + (size_t)PLACES * PAGE + 2 * bytes + received;
    for (int i = 0; i < STAMPS; i++)
        times[i] = stamp(me, way);
    return median_of(times + 1, STAMPS - 1);
}

static void measure(int me)
{
    static double times[WAYS][ROUNDS_MOST];
    const size_t fitting = BYTES_MOST / bytes + 1;
    const int rounds = fitting < ROUNDS_MOST ? (int)fitting : ROUNDS_MOST;

    memset(ranks[me].memory, 1, 4 * bytes + 2 * (size_t)PLACES * PAGE);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < WAYS; i++) {
            const int way = (round % 2 ? i : WAYS - 1 - i); /* drift cancels */
            const double time = stamps(me, &ways[way], round);

            if (me == ROOT)
                times[way][round] = time;
        }
    for (int way = 0; me == ROOT && way < WAYS; way++)
        printf("%s %zu %.3f %s\n", patterns[ways[way].pattern].name, bytes,
               median_of(times[way], (size_t)rounds), ways[way].name);
}

static char **words;

static void *live(void *is_other)
{
    const int me = is_other != NULL;
    cpu_set_t pus;

    CPU_ZERO(&pus);
    CPU_SET((size_t)atoi(words[1 + me]), &pus);
    ranks[me].memory = mmap(NULL, 4 * (size_t)BYTES_MOST + 2 * (size_t)PLACES * PAGE,
                            PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pthread_setaffinity_np(pthread_self(), sizeof pus, &pus) || ranks[me].memory == MAP_FAILED)
        exit(1);
    for (char **word = words + 1 + RANKS; *word; word++) {
        meet(me);
        if (me == ROOT) {
            half = strtoull(*word, NULL, 10) / 2 / PIECE * PIECE;
            bytes = 2 * half;
        }
        meet(me);
        if (bytes && bytes <= BYTES_MOST)
            measure(me);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    pthread_t other;

    words = arguments;
    if (count < 2 + RANKS || pthread_create(&other, NULL, live, arguments))
        return 2;
    live(NULL);
    return pthread_join(other, NULL);
}
