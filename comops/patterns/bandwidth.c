/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/window.h"
#include "comops/patterns/buffers.h"

static size_t send_bytes(const struct job *job)
{
    return job->rank == 0 ? window_bytes(job->bytes) : 0;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == 1 ? window_bytes(job->bytes) : 0;
}

static double rate_bytes(const struct job *job)
{
    return (double)window_bytes(job->bytes);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, 0, repetition, fault);
}

PATTERN(.name = "bandwidth",
        .summary = "rank 0 sends a window of messages to rank 1, which acknowledges the last",
        .completion = "A run ends on rank 0 when rank 1 has acknowledged that all messages of the "
                      "window are in its receive buffer.",
        .bytes_mean = "one message of a window of 64; above 64 KiB the window is 4 MiB, but at "
                      "least 4 messages; each message has its own place",
        .rate_formula = "window x bytes / time (time is that of the whole window)",
        .source = "MPBench; NetPIPE (streaming); osu_bw", .unit = 1, .min_ranks = 2, .messages = 1,
        .non_overlapping = true, .answers = true, .send_bytes = send_bytes,
        .recv_bytes = recv_bytes, .rate_bytes = rate_bytes, .fill = buffer_fill, .check = check);
