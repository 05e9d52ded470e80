/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/swap_buffers.h"

static size_t buffer_bytes(const struct job *job)
{
    return volume_partner(job) == job->rank ? 0 : job->series;
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, buffer_bytes(job), job->rank, volume_partner(job), repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return marks_check(job->recv, buffer_bytes(job), volume_partner(job), job->rank, repetition,
                       fault);
}

VOLUME_PATTERN(.name = "swap",
               .summary = "ranks 0 and 1, 2 and 3, and so on exchange a volume, message by message",
               .completion =
                   "A run ends on a rank when its partner's volume is in its receive buffer and "
                   "its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .send_bytes = buffer_bytes,
               .recv_bytes = buffer_bytes, .fill = fill, .check = check);
