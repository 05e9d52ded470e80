/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's volumes are exchanged in messages. */
#include "extensions/pstswm/patterns/volumes.h"

static size_t bytes_with_partner(const struct job *job)
{
    return volume_partner(job) == job->rank ? 0 : job->series;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, volume_partner(job), repetition, fault);
}

VOLUME_PATTERN(bytes_with_partner, size, .name = "swap",
               .summary = "ranks 0 and 1, 2 and 3, and so on exchange a volume, message by message",
               .completion = "A run ends on a rank when its partner's volume is in its receive "
                             "buffer and its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .check = check);

static size_t bytes_printed(const struct job *job)
{
    return job->rank < 2 ? job->series : 0;
}

VOLUME_PATTERN(bytes_printed, size_printed, .name = "swap_printed",
               .summary = "swap as printed: ranks 0 and 1 alone exchange a volume, message by "
                          "message; other ranks are idle",
               .completion = "A run ends on rank 0 or 1 when the other's volume is in its receive "
                             "buffer and its own may be rewritten.",
               .source = "Worley 1999 (SWAP, table 5)", .check = check);

static size_t bytes_of_all(const struct job *job)
{
    return job->series;
}

static bool check_ring(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, rank_before(job, 1), repetition, fault);
}

VOLUME_PATTERN(bytes_of_all, size, .name = "sendrecv",
               .summary = "every rank sends a volume to the next rank, message by message, and "
                          "receives the previous rank's",
               .completion = "A run ends on a rank when the volume of the previous rank is in its "
                             "receive buffer and its own may be rewritten.",
               .source = "Worley 1999 (SENDRECV)", .check = check_ring);
