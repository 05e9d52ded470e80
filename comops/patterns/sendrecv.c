/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/swap_buffers.h"

static size_t volume_bytes(const struct job *job)
{
    return job->series;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, rank_before(job, 1), repetition, fault);
}

VOLUME_PATTERN(
        .name = "sendrecv",
        .summary = "every rank sends a volume to the next rank, message by message, and receives "
                   "the previous rank's",
        .completion = "A run ends on a rank when the volume of the previous rank is in its receive "
                      "buffer and its own may be rewritten.",
        .source = "Worley 1999 (SENDRECV)", .send_bytes = volume_bytes, .recv_bytes = volume_bytes,
        .fill = buffer_fill, .check = check);
