/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/contract/window.h"

static size_t buffer_bytes(const struct job *job)
{
    return job->rank < 2 ? window_bytes(job->bytes) : 0;
}

static double rate_bytes(const struct job *job)
{
    return 2 * (double)window_bytes(job->bytes);
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, buffer_bytes(job), job->rank, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return marks_check(job->recv, buffer_bytes(job), 1 - job->rank, 0, repetition, fault);
}

PATTERN(.name = "bidirectional",
        .summary = "ranks 0 and 1 send each other a window of messages at the same time",
        .completion = "A run ends on a rank when the other's window is in its receive buffer and "
                      "its own send buffer may be rewritten.",
        .bytes_mean = "one message of a window, as in bandwidth",
        .rate_formula = "2 x window x bytes / time (both directions; time is that of the window)",
        .source = "MPBench (bidirectional); osu_bibw", .unit = 1, .min_ranks = 2, .messages = 1,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes, .rate_bytes = rate_bytes,
        .fill = fill, .check = check);
