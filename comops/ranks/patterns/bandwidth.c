/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of messages from senders to receivers, who answer: bandwidth, and message_rate over the
 * number of pairs. */
#include "comops/ranks/contract/window.h"
#include "comops/ranks/patterns/buffers.h"

static size_t send_bytes(const struct job *job)
{
    return window_sends(job) ? window_bytes(job->bytes) : 0;
}

static size_t recv_bytes(const struct job *job)
{
    return window_receives(job) ? window_bytes(job->bytes) : 0;
}

static double rate_messages(const struct job *job)
{
    return (double)window_pairs(job) * window_messages(job->bytes);
}

static double rate_bytes(const struct job *job)
{
    return rate_messages(job) * (double)job->bytes;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, window_partner(job), repetition, fault);
}

#define BANDWIDTH_PATTERN(...)                                                                     \
    PATTERN(__VA_ARGS__, .unit = 1, .min_ranks = 2, .messages = 1, .answers = true,                \
            .marked = true,                                                                        \
            .send_bytes = send_bytes, .recv_bytes = recv_bytes, .rate_bytes = rate_bytes,          \
            .rate_messages = rate_messages, .fill = buffer_fill, .check = check)

BANDWIDTH_PATTERN(
        .name = "bandwidth",
        .summary = "rank 0 sends a window of messages to rank 1, which acknowledges the last",
        .completion = "A run ends on rank 0 when rank 1 has acknowledged that all messages of the "
                      "window are in its receive buffer.",
        .bytes_mean = "one message of a window of 64; above 64 KiB the window is 4 MiB, but at "
                      "least 4 messages; each message has its own place",
        .rate_formula = "window x bytes / time (time is that of the whole window)",
        .source = "MPBench; NetPIPE (streaming); osu_bw", .non_overlapping = true);

/* 1, 2, 4 and so on, and as many as there can be. */
static size_t pairs(int ranks, int index)
{
    const size_t most = (size_t)ranks / 2, pairs = (size_t)1 << index;

    if (pairs < most)
        return pairs;
    return index == 0 || pairs / 2 < most ? most : SERIES_END;
}

BANDWIDTH_PATTERN(
        .name = "message_rate",
        .summary = "bandwidth of several pairs at the same time; the ranks of a pair are half of "
                   "all ranks apart",
        .completion = "A run ends on a sender when its receiver has acknowledged that all messages "
                      "of the window are in its receive buffer.",
        .bytes_mean = "one message of a window, as in bandwidth",
        .rate_formula = "pairs x window x bytes / time (time is that of all windows)",
        .source = "osu_mbw_mr; IMB Uniband", .series_of = "pairs", .series = pairs);
