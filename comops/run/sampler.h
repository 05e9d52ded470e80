/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures one group: calibrates its cells, then takes blocks of them in turn, in shuffled order.
 */
#pragma once

#include "comops/arena/clock.h"
#include "comops/launch/supervisor.h"
#include "comops/run/group_state.h"
#include "comops/tuning/tunings.h"

struct sampler {
    struct supervisor *supervisor;
    const struct options *options;
    struct clock_quality clock;
    size_t cache_bytes; /* bytes to flush before each sample of cold buffers */
    const struct tunings *tunings;
    uint64_t *random;
};

/* Lets the cells take turns for `rounds` rounds, each a block of about block_ns of every cell in
 * shuffled order; calibrates before the group's first round. A cell whose data are wrong, or whose
 * worker dies or hangs, has its error set; the others go on. False if the user interrupted. */
bool sampler_rounds(const struct sampler *sampler, struct group_state *state, int rounds,
                    double block_ns);
/* One block of a cell's stamps; cell->error says why it failed. */
enum outcome sampler_block(const struct sampler *sampler, const struct group *group,
                           struct sampled *sampled, uint32_t stamps,
                           struct worker_process **worker);
/* Nanoseconds from one stamp of the cell to the next; an estimate. */
double sampler_stamp_ns(const struct sampled *sampled);

/* Adds a block of `stamps` stamps, without the void ones, to the cell: as one sample each or one
 * for all (struct sampling), minus the empty run. A rank that left the start later than `latest_ns`
 * was also late. */
void samples_collect(const struct group *group, struct cell *cell,
                     const struct worker_process *worker, const struct sampling *sampling,
                     uint32_t stamps, double latest_ns);
/* The reading within the time of a message, microseconds: the slowest rank's; for a pattern that
 * answers, the answering rank's and then the root's. */
double samples_reading_us(const struct group *group, const struct worker_process *worker);
