/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/volume.h"
#include "comops/ranks/patterns/buffers.h"

static size_t exchanged_bytes(const struct job *job)
{
    return volume_partner(job) == job->rank ? 0 : job->bytes;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, volume_partner(job), repetition, fault);
}

PATTERN(.name = "overlap",
        .summary = "ranks 0 and 1, 2 and 3, and so on exchange a message, and compute between its "
                   "beginning and its end",
        .completion = "A run ends on a rank when it has computed, its partner's message is in its "
                      "receive buffer and its own send buffer may be rewritten.",
        .bytes_mean = "one message", .unit = 1, .min_ranks = 2, .messages = 1, .computes = true,
        .marked = true,
        .rate_formula = "2 x bytes / time (both directions; time includes the computing)",
        .source = "IMB-NBC; MPI 4.0, sections 3.7, 3.9 and 4.2", .send_bytes = exchanged_bytes,
        .recv_bytes = exchanged_bytes, .rate_bytes = buffer_rate_both, .fill = buffer_fill,
        .check = check);
