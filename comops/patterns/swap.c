/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/swap_buffers.h"

static size_t volume_bytes(const struct job *job)
{
    return volume_partner(job) == job->rank ? 0 : job->series;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, volume_partner(job), repetition, fault);
}

VOLUME_PATTERN(.name = "swap",
               .summary = "ranks 0 and 1, 2 and 3, and so on exchange a volume, message by message",
               .completion =
                   "A run ends on a rank when its partner's volume is in its receive buffer and "
                   "its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .send_bytes = volume_bytes,
               .recv_bytes = volume_bytes, .fill = buffer_fill, .check = check);

static size_t volume_bytes_printed(const struct job *job)
{
    return job->rank < 2 ? job->series : 0;
}

static bool check_printed(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, 1 - job->rank, repetition, fault);
}

VOLUME_PATTERN(.name = "swap_printed",
               .summary = "swap as printed: ranks 0 and 1 alone exchange a volume, message by "
                          "message; other ranks are idle",
               .completion = "A run ends on rank 0 or 1 when the other's volume is in its receive "
                             "buffer and its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .send_bytes = volume_bytes_printed,
               .recv_bytes = volume_bytes_printed, .fill = buffer_fill, .check = check_printed);
