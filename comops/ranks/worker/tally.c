/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/tally.h"

struct tally tally_begin(const struct job *job, const struct command *command,
                         const struct uses *uses)
{
    const size_t received = job->pattern->recv_bytes(job);
    const bool isolated = command->runs == 1 && !command->barrier_each && !command->computing_alone;
    const bool words = job->bytes % sizeof(uint64_t) == 0 && received % sizeof(uint64_t) == 0;

    return (struct tally){.counts = job->pattern->marked && isolated && words && received &&
                                    uses->timed + uses->between + job->use_bytes == received};
}

void tally_add(struct tally *tally, const struct job *job, uint64_t repetition)
{
    if (!tally->counts)
        return;
    tally->total += marks_total(job->recv, job->pattern->recv_bytes(job));
    tally->repetitions += repetition;
    tally->runs++;
}

bool tally_is_right(const struct tally *tally, const struct job *job, uint64_t repetition)
{
    const size_t received = job->pattern->recv_bytes(job);

    if (!tally->counts)
        return true;
    const uint64_t now = marks_total(job->recv, received), step = marks_total_step(received);

    return tally->total ==
           tally->runs * now - step * (tally->runs * repetition - tally->repetitions);
}
