/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/bench.h"
#include "comops/ranks/worker/kernel_counts.h"

#include <math.h>

/* Chunks that are tested for a trend. Of the ten pairs of five values in random order, nine or more
 * descend with a probability of 4.2 %. */
enum { CHUNKS = 5, DESCENDING = 9 };

static bool descends(const uint64_t took[CHUNKS])
{
    int descending = 0;

    for (int early = 0; early < CHUNKS; early++)
        for (int late = early + 1; late < CHUNKS; late++)
            descending += took[late] < took[early];
    return descending >= DESCENDING;
}

/* The time of a chunk goes behind those of the last ones; true if it had a page fault. */
static bool run_chunk(struct bench *bench, const struct implementation *with, struct job *job,
                      uint32_t runs, uint64_t took[CHUNKS])
{
    const double faults = kernel_counts_faults();
    const uint64_t from = bench->sync->now(bench->sync);

    bench_warm_up(bench, with, job, runs);
    memmove(took, took + 1, (CHUNKS - 1) * sizeof *took);
    took[CHUNKS - 1] = bench->sync->now(bench->sync) - from;
    return kernel_counts_faults() > faults;
}

void steady_reach(struct bench *bench, const struct implementation *with, struct job *job,
                  const struct command *command)
{
    struct arena_rank *const slot = bench->slot;
    struct synchronization *const sync = bench->sync;
    const uint64_t begin = sync->now(sync);
    uint64_t took[CHUNKS] = {0}, now = begin;
    bool steady = false;

    slot->trended = 0;
    for (int chunk = 1; !steady && sync->agree(sync, now - begin < command->settle_ns); chunk++) {
        const bool faulted = run_chunk(bench, with, job, command->warmups, took);
        const bool trend = chunk >= CHUNKS && descends(took);

        slot->trended = slot->trended || trend || (faulted && chunk >= CHUNKS);
        steady = sync->agree(sync, chunk >= CHUNKS && !trend && !faulted);
        now = sync->now(sync);
    }
    slot->settled_ns = (double)(now - begin);
    slot->settled = steady;
}
