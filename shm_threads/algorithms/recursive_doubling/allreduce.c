/* SPDX-License-Identifier: BSD-3-Clause */
/* Thakur, Rabenseifner and Gropp 2005, section 4.5: in each round a rank and the one whose number
 * differs in one bit exchange what they have merged so far, so that all have the result at once. If
 * P is no power of two, the ranks beyond the largest one first give their vectors to the first
 * ranks, and get the result from them. */
#include "shm_threads/algorithms/pieces.h"

enum { IN, OUT, FIRST_ROUND, TURNS = 2 };

static int power_of_two(const struct job *job)
{
    int power = 1;

    while (2 * power <= job->ranks)
        power *= 2;
    return power;
}

static bool setup(struct job *job)
{
    size_t rounds = FIRST_ROUND;

    for (int distance = 1; distance < job->ranks; distance *= 2)
        rounds++;
    return board_setup_with(job, 0, rounds * TURNS);
}

/* Two slots in turn need no flag that says they are free: who has read the partner's lines of a
 * step knows that the partner has ended the previous one. */
static struct slot *round_of(const struct job *job, int rank, int round)
{
    return slots_of(job, rank) + round * TURNS;
}

/* The lower rank's vector first, so that both get the same. */
static void exchange(struct job *job, int partner, int round, const char *vector,
                     struct piece piece)
{
    alignas(CACHE_LINE) char small[SMALL];
    const bool lower = job->rank < partner;

    piece_write(job, round_of(job, job->rank, round), TURNS, vector, piece);
    const char *theirs = piece_await(job, round_of(job, partner, round), TURNS, small, piece);

    reduce_local(job->reduction, job->recv + piece.at, lower ? vector : theirs,
                 lower ? theirs : vector, piece.bytes);
}

static void merge(struct job *job, struct piece piece)
{
    const int power = power_of_two(job), beyond = job->rank + power;
    const char *vector = job->send + piece.at;
    char *result = job->recv + piece.at;

    if (job->rank >= power) {
        piece_write(job, round_of(job, job->rank, IN), TURNS, vector, piece);
        piece_read(job, round_of(job, job->rank - power, OUT), TURNS, result, piece);
        return;
    }
    if (beyond < job->ranks)
        vector = piece_merge(job, round_of(job, beyond, IN), TURNS, result, vector, piece);
    for (int distance = 1, round = FIRST_ROUND; distance < power; distance *= 2, vector = result)
        exchange(job, job->rank ^ distance, round++, vector, piece);
    if (beyond < job->ranks)
        piece_write(job, round_of(job, job->rank, OUT), TURNS, result, piece);
}

static void run(struct job *job)
{
    each_piece(job, merge);
}

IMPLEMENTATION(threads, recursive_doubling, allreduce, .run = run, .shared = true, .setup = setup,
               .teardown = state_free, .copies = "2 log2 P", .lines = "log2 P", .waits = "log2 P",
               .summary = "in each round pairs of ranks exchange what they have merged so far");
