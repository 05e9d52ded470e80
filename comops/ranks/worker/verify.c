/* SPDX-License-Identifier: BSD-3-Clause */
/* What the harness checks before and after the timed part of a block. */
#include "comops/ranks/worker/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long a rank is delayed on purpose: long enough to be detected on a busy machine. */
static const struct timespec late = {.tv_nsec = 1000000};

static bool check_data(struct bench *bench, const struct job *job, uint64_t repetition)
{
    struct arena_rank *const slot = bench->slot;
    struct fault fault;
    bool right = job->pattern->check(job, repetition, &fault);

    if (right && !tally_is_right(&bench->tally, job, repetition))
        right = bench_fail(slot, "wrong data in a timed run: its sums differ from those expected");
    else if (!right)
        snprintf(slot->error, sizeof slot->error,
                 "wrong data: rank %d, byte %zu is 0x%02x, expected 0x%02x", job->rank,
                 fault.offset, fault.found, fault.expected);
    return bench->sync->agree(bench->sync, right);
}

/* Checks that no rank ended before all had begun. */
static bool check_order(struct bench *bench, uint64_t begin, uint64_t end)
{
    struct arena_rank *const slot = bench->slot;
    double *begins = bench_gather(bench->team, (double)begin);
    bool right = true;

    for (int rank = 0; right && rank < bench->team->ranks; rank++)
        if (begins[rank] > (double)end) {
            snprintf(slot->error, sizeof slot->error,
                     "wrong order: rank %d ended before rank %d began", bench->team->rank, rank);
            right = false;
        }
    free(begins);
    return bench->sync->agree(bench->sync, right);
}

/* One run into a poisoned receive buffer, so that a missing write is detected. If the pattern
 * synchronizes, one rank is delayed, each in turn. *took, unless NULL: from a common start to this
 * rank's end, ns; NAN if a rank was late or delayed. */
static bool verify(struct bench *bench, const struct implementation *with, struct job *job,
                   uint64_t repetition, double *took)
{
    struct synchronization *const sync = bench->sync;
    const size_t recv = job->pattern->recv_bytes(job);
    const bool delays = job->pattern->synchronises;
    bool in_time = false;
    uint64_t begin = 0;

    job->pattern->fill(job, repetition);
    if (recv)
        memset(job->recv, 0xA5, recv);
    if (took)
        in_time = sync->start(sync, &begin) && !delays;
    else
        sync->meet(sync);
    if (delays && (int)(repetition % (uint64_t)job->ranks) == job->rank)
        nanosleep(&late, NULL);
    const uint64_t began = sync->now(sync);

    with->run(job);
    bench_use(job, bench->uses.timed);
    const uint64_t end = sync->now(sync);

    if (took)
        *took = in_time ? (double)(end - begin) : NAN;
    bench_complete(bench, with, job);

    return check_data(bench, job, repetition) && (!delays || check_order(bench, began, end));
}

/* How often data are checked at first: once per rank if a repetition delays one of them, or if a
 * vector has too few elements for each rank's to count. */
static int checks_of(const struct job *job, const struct command *command)
{
    const bool all = !job->pattern->synchronises &&
                     job->bytes >= (size_t)job->ranks * sizeof(uint64_t);

    return command->checks ? (int)command->checks : all ? 1 : job->ranks;
}

/* Checks data before anything is timed. The first run is timed too, if asked for; otherwise reading
 * the data is. */
static bool begin(struct bench *bench, const struct command *command,
                  const struct implementation *with, struct job *job, uint64_t *repetition)
{
    struct arena_rank *const slot = bench->slot;
    const int checks = checks_of(job, command);

    for (int i = 0; i < checks; i++)
        if (!verify(bench, with, job, ++*repetition,
                    command->first && i == 0 ? &slot->first_ns : NULL))
            return false;
    if (!command->first)
        slot->reading_ns = bench_reading(bench->sync, job, bench->uses.timed + job->use_bytes);
    bench_spend(bench, SPENT_CHECKS);
    return true;
}

bool bench_get_ready(struct bench *bench, const struct command *command,
                     const struct implementation *with, struct job *job, uint64_t *repetition)
{
    struct arena_rank *const slot = bench->slot;

    slot->first_ns = slot->settled_ns = slot->reading_ns = NAN;
    bench->tally = (struct tally){0};
    if (command->begins && !command->unprepared)
        return begin(bench, command, with, job, repetition);
    job->pattern->fill(job, ++*repetition);
    bench_spend(bench, SPENT_FILLING);
    return true;
}

bool bench_end(struct bench *bench, const struct command *command,
               const struct implementation *with, struct job *job, uint64_t repetition)
{
    const bool good = command->rewrite ? check_data(bench, job, repetition)
                                       : verify(bench, with, job, ++repetition, NULL);

    bench_spend(bench, SPENT_CHECKS);
    bench->tally = (struct tally){0};
    return good && (!command->unprepared || begin(bench, command, with, job, &repetition));
}
