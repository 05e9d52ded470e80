/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/worker/bench.h"
#include "comops/ranks/worker/kernel_counts.h"
#include "topology/bind.h"

#include <string.h>

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
    struct instance *instance = bench_select(bench, command, with);

    bench_spend(bench, SPENT_PLACES);
    if (!instance)
        return false;
    struct job *job = &instance->job;

    bench->uses = uses_divide(job, command->consume);
    job->computing = bench_steps(bench->sync, command->computing_ns);
    if (!bench_get_ready(bench, command, with, job, &repetition))
        return false;
    bench->sync->meet(bench->sync); /* the next run may write what others have read */
    if (command->computing_alone) {
        with = &computing_alone;
        bench->uses = (struct uses){0};
    }
    if (command->settle_ns)
        steady_reach(bench, with, job, command);
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
    return command->computing_alone || bench_end(bench, command, with, job, repetition);
}
