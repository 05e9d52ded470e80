/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/window.h"
#include "comops/ranks/patterns/buffers.h"

static size_t window_of_both(const struct job *job)
{
    return job->rank < 2 ? window_bytes(job->bytes) : 0;
}

static double rate_bytes(const struct job *job)
{
    return 2 * (double)window_bytes(job->bytes);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, 1 - job->rank, repetition, fault);
}

PATTERN(.name = "bidirectional",
        .summary = "ranks 0 and 1 send each other a window of messages at the same time",
        .completion = "A run ends on a rank when the other's window is in its receive buffer and "
                      "its own send buffer may be rewritten.",
        .bytes_mean = "one message of a window, as in bandwidth",
        .rate_formula = "2 x window x bytes / time (both directions; time is that of the window)",
        .source = "osu_bibw", .unit = 1, .min_ranks = 2, .messages = 1, .marked = true,
        .send_bytes = window_of_both, .recv_bytes = window_of_both, .rate_bytes = rate_bytes,
        .fill = buffer_fill, .check = check);
