/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/bench.h"


#include <math.h>

/* Chunks that differ by a part of this take the same time. */
enum { SAME_PART = 50 };

double steady_first(struct bench *bench, const struct implementation *with, struct job *job,
                    uint64_t repetition)
{
    struct synchronization *const sync = bench->sync;
    uint64_t begin;

    job->pattern->fill(job, repetition);
    const bool in_time = sync->start(sync, &begin);

    with->run(job);
    bench_use(job, bench->uses.timed);
    const uint64_t end = sync->now(sync);

    bench_complete(bench, with, job);
    return in_time ? (double)(end - begin) : NAN;
}

void steady_reach(struct bench *bench, const struct implementation *with, struct job *job,
                  const struct command *command, struct arena_rank *slot)
{
    struct synchronization *const sync = bench->sync;
    const uint64_t begin = sync->now(sync);
    uint64_t before = 0, end = begin;
    bool steady = false;

    while (!steady && sync->agree(sync, end - begin < command->settle_ns)) {
        const double faults = kernel_counts_faults();
        const uint64_t from = sync->now(sync);

        bench_warm_up(bench, with, job, command->warmups);
        end = sync->now(sync);
        const uint64_t took = end - from,
                       differs = took > before ? took - before : before - took;

        steady = sync->agree(sync, differs * SAME_PART <= before &&
                                       kernel_counts_faults() == faults);
        before = took;
    }
    slot->settled_ns = (double)(end - begin);
    slot->settled = steady;
}
