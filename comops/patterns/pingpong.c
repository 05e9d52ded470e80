/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static bool plays(const struct job *job)
{
    return job->rank < 2;
}

static size_t buffer_bytes(const struct job *job)
{
    return plays(job) ? job->bytes : 0;
}

static double rate_bytes(size_t bytes, int ranks)
{
    (void)ranks;
    return (double)bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    if (plays(job))
        marks_write(job->send, job->bytes, job->rank, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const int partner = 1 - job->rank;

    return !plays(job) || marks_check(job->recv, job->bytes, partner, 0, repetition, fault);
}

PATTERN(.name = "pingpong",
        .summary = "rank 0 sends to rank 1, which then sends back; further ranks stand by",
        .completion = "Rank 1 has received rank 0's message before it sends its own; a run ends on "
                      "rank 0 when that message is in its receive buffer.",
        .bytes_mean = "one message; each rank sends its own buffer, as OSU and IMB do",
        .rate_formula = "bytes / time (time is one way: half the round trip)",
        .source = "Luo 1997, section 3.1; osu_latency; IMB PingPong",
        .unit = 1, .min_ranks = 2, .messages = 2, .closed = true, .by_default = true, .send_bytes = buffer_bytes,
        .recv_bytes = buffer_bytes, .rate_bytes = rate_bytes, .fill = fill, .check = check);
