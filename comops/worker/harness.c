/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/computing.h"
#include "comops/contract/registry.h"
#include "comops/text/text.h"
#include "comops/worker/bench.h"
#include "topology/bind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long a rank is delayed on purpose: long enough to be detected on a busy machine. */
static const struct timespec late = {.tv_nsec = 1000000};

/* As Luecke does: increments an array as large as the cache, which evicts everything else. The
 * thesis clears one. */
static void bench_flush(struct bench *bench, bool clear)
{
    if (clear)
        memset(bench->flush, 0, bench->flush_bytes);
    for (size_t i = 0; !clear && i < bench->flush_bytes / sizeof *bench->flush; i++)
        bench->flush[i] += 0.1;
    __asm__ volatile("" ::: "memory"); /* the compiler must not omit it */
}

static const struct implementation computing_alone = {.run = compute};

/* The number of steps of computing that take this long on this rank's core. */
static uint64_t bench_steps(struct synchronization *sync, double ns)
{
    enum { STEPS = 4000, TRIALS = 5 };
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < TRIALS && ns > 0; i++) {
        const uint64_t begin = sync->now(sync);

        compute_steps(STEPS);
        const uint64_t took = sync->now(sync) - begin;

        least = took < least ? took : least;
    }
    return ns > 0 && least > 0 ? (uint64_t)(ns / (double)least * STEPS) : 0;
}

static bool bench_check(struct bench *bench, const struct job *job, uint64_t repetition,
                        struct arena_rank *slot)
{
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

void bench_complete(const struct bench *bench, const struct implementation *with, struct job *job)
{
    if (bench->team->progress && !with->shared)
        bench->team->progress();
    if (with->complete)
        with->complete(job);
}

void bench_warm_up(const struct bench *bench, const struct implementation *with, struct job *job,
                   uint32_t runs)
{
    for (uint32_t i = 0; i < runs; i++) {
        with->run(job);
        bench_complete(bench, with, job);
        bench_use(job, bench->uses.timed + bench->uses.between);
    }
}

/* Checks that no rank ended before all had begun. */
static bool bench_check_order(struct bench *bench, uint64_t begin, uint64_t end,
                              struct arena_rank *slot)
{
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
static bool bench_verify(struct bench *bench, const struct implementation *with, struct job *job,
                         uint64_t repetition, struct arena_rank *slot, double *took)
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

    return bench_check(bench, job, repetition, slot) &&
           (!delays || bench_check_order(bench, began, end, slot));
}

/* The last rank arrives `skew` ns after the start, and the time begins when it should have arrived:
 * what the others do until then is not counted. */
static void bench_skew(struct synchronization *sync, const struct job *job, uint64_t skew,
                       uint64_t *start)
{
    *start += skew;
    if (job->rank < job->ranks - 1)
        sync->began += skew;
    else
        while ((sync->began = sync->now(sync)) < *start)
            ;
}

/* As IMB and the thesis do: times each run by this rank's clock alone, after the runtime's own
 * barrier. Returns the total time, ns; of a round trip only the root's counts. */
static uint64_t bench_time_each(struct bench *bench, const struct implementation *with,
                                struct job *job, const struct command *command,
                                uint64_t *repetition)
{
    struct synchronization *const sync = bench->sync;
    uint64_t took = 0;

    for (uint32_t i = 0; i < command->runs; i++) {
        if (command->rewrite)
            job->pattern->fill(job, ++*repetition);
        if (command->flush)
            bench_flush(bench, command->clear);
        bench->team->meet();
        const uint64_t begin = sync->now(sync);

        with->run(job);
        bench_use(job, bench->uses.timed);
        took += sync->now(sync) - begin;
        bench_use(job, bench->uses.between);
    }
    return job->pattern->messages > 1 && job->rank != ROOT ? 0 : took;
}

/* Takes the empty runs that are due before the next stamp, so that all are spread among the stamps:
 * nothing is between the start and the reading of the clock. Returns how many there have been. */
static uint32_t bench_stamp_empty(struct synchronization *sync, const struct command *command,
                                  uint32_t stamp, uint32_t taken, uint64_t *starts,
                                  struct arena_stamp *stamps)
{
    const uint64_t due = ((uint64_t)stamp + 1) * command->empty_runs / command->stamps;

    for (; taken < due; taken++) {
        const bool in_time = sync->start(sync, &starts[taken]);
        const uint64_t end = sync->now(sync);

        stamps[taken] = (struct arena_stamp){sync->began, in_time ? end : 0};
    }
    return taken;
}

/* The timed part. The first run's buffer is written before the start, the others inside the loop.
 * Returns the last repetition. */
static uint64_t bench_stamp(struct bench *bench, const struct implementation *with, struct job *job,
                            const struct command *command, uint64_t repetition, uint64_t *starts,
                            struct arena_stamp *stamps)
{
    void (*const run)(struct job *) = with->run;
    struct synchronization *const sync = bench->sync;
    const size_t timed = bench->uses.timed, between = bench->uses.between;
    const uint32_t first = command->empty_runs;
    uint32_t empty = 0;

    for (uint32_t stamp = first; stamp < first + command->stamps; stamp++) {
        empty = bench_stamp_empty(sync, command, stamp - first, empty, starts, stamps);
        if (command->barrier_each) {
            sync->start(sync, &starts[stamp]); /* a common origin; being late does not matter */
            stamps[stamp].ended =
                starts[stamp] + bench_time_each(bench, with, job, command, &repetition);
            bench_complete(bench, with, job);
            continue;
        }
        if (command->rewrite)
            job->pattern->fill(job, ++repetition);
        if (command->flush)
            bench_flush(bench, command->clear);
        const bool in_time = sync->start(sync, &starts[stamp]);

        if (command->skew_ns)
            bench_skew(sync, job, command->skew_ns, &starts[stamp]);
        run(job);
        bench_use(job, timed);
        for (uint32_t i = 1; i < command->runs; i++) {
            bench_use(job, between);
            if (command->rewrite)
                job->pattern->fill(job, ++repetition);
            run(job);
            bench_use(job, timed);
        }
        const uint64_t end = sync->now(sync);

        stamps[stamp] = (struct arena_stamp){sync->began, in_time ? end : 0};
        bench_complete(bench, with, job);
        bench_use(job, between);
        tally_add(&bench->tally, job, repetition);
    }
    return repetition;
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
static bool bench_begin(struct bench *bench, const struct command *command,
                        const struct implementation *with, struct job *job, uint64_t *repetition,
                        struct arena_rank *slot)
{
    const int checks = checks_of(job, command);

    for (int i = 0; i < checks; i++)
        if (!bench_verify(bench, with, job, ++*repetition, slot,
                          command->first && i == 0 ? &slot->first_ns : NULL))
            return false;
    if (!command->first)
        slot->reading_ns = bench_reading(bench->sync, job, bench->uses.timed + job->use_bytes);
    bench_spend(bench, SPENT_CHECKS);
    return true;
}

/* What comes before the warm-ups. A launch's first block of a cell is checked before it is timed;
 * later ones need data in their new place, and are checked when they have been timed. */
static bool bench_get_ready(struct bench *bench, const struct command *command,
                            const struct implementation *with, struct job *job,
                            uint64_t *repetition, struct arena_rank *slot)
{
    slot->first_ns = slot->settled_ns = slot->reading_ns = NAN;
    bench->tally = (struct tally){0};
    if (command->begins && !command->unprepared)
        return bench_begin(bench, command, with, job, repetition, slot);
    job->pattern->fill(job, ++*repetition);
    bench_spend(bench, SPENT_FILLING);
    return true;
}

/* The data of the last run; marks that repeat do not reveal stale data, so one more run follows
 * with new ones. */
static bool bench_end(struct bench *bench, const struct command *command,
                      const struct implementation *with, struct job *job, uint64_t repetition,
                      struct arena_rank *slot)
{
    const bool good = command->rewrite
                          ? bench_check(bench, job, repetition, slot)
                          : bench_verify(bench, with, job, ++repetition, slot, NULL);

    bench_spend(bench, SPENT_CHECKS);
    bench->tally = (struct tally){0};
    return good && (!command->unprepared ||
                    bench_begin(bench, command, with, job, &repetition, slot));
}

bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, struct arena_stamp *stamps)
{
    const struct implementation *with =
        registry_implementation(NULL, command->protocol, command->pattern);
    uint64_t repetition = command->repetition;

    slot->error[0] = '\0';
    bench->slot = slot;
    if (!with)
        return bench_fail(slot, "no such implementation in this worker");
    struct instance *instance = bench_select(bench, command, with, slot);

    bench_spend(bench, SPENT_PLACES);
    if (!instance)
        return false;
    struct job *job = &instance->job;

    bench->uses = uses_divide(job, command->consume);
    job->computing = bench_steps(bench->sync, command->computing_ns);
    if (!bench_get_ready(bench, command, with, job, &repetition, slot))
        return false;
    bench->sync->meet(bench->sync); /* the next run may write what others have read */
    if (command->computing_alone) {
        with = &computing_alone;
        bench->uses = (struct uses){0};
    }
    if (command->settle_ns)
        steady_reach(bench, with, job, command, slot);
    bench_spend(bench, SPENT_SETTLING);
    /* Before the warm-ups, which restore what reading the counts evicts from the caches. */
    struct disturbances before = kernel_counts_read(slot->pu_wanted);

    bench_spend(bench, SPENT_COUNTS);
    bench_warm_up(bench, with, job, command->warmups);
    bench_spend(bench, SPENT_WARM_UPS);
    /* Warm-ups touch pages for the first time. */
    before.of[DISTURBANCE_FAULTS] = kernel_counts_faults();
    bench->tally = tally_begin(job, command, &bench->uses);
    repetition = bench_stamp(bench, with, job, command, repetition, starts, stamps);
    bench_spend(bench, SPENT_TIMED);
    slot->disturbances = kernel_counts_since(&before, slot->pu_wanted);
    slot->pu_seen = bind_last_pu();
    bench_spend(bench, SPENT_COUNTS);
    /* While only computing, no data have moved since they were checked. */
    return command->computing_alone ||
           bench_end(bench, command, with, job, repetition, slot);
}
