/* SPDX-License-Identifier: BSD-3-Clause */
/* In the manner of Luo 1997, section 3.1: the window through a shared temporary. The second barrier
 * tells rank 0 that rank 1 has all messages. Other ranks only join the barriers. */
#include "comops/comops.h"
#include "comops/contract/window.h"

static size_t temporary_bytes(const struct job *job)
{
    return 2 * window_bytes(job->bytes);
}

/* One by one, because they are separate messages. */
static void copy_window(char *to, const char *from, size_t bytes)
{
    const size_t end = window_bytes(bytes);

    for (size_t place = 0; place < end; place += bytes)
        memcpy(to + place, from + place, bytes);
}

static void exchange(struct job *job, bool sends, bool receives)
{
    const size_t window = window_bytes(job->bytes);

    if (sends)
        copy_window(job->temporary + (size_t)job->rank * window, job->send, job->bytes);
#pragma omp barrier /* all messages are in the temporary */
    if (receives) {
        copy_window(job->recv, job->temporary + (size_t)(1 - job->rank) * window, job->bytes);
        received_use(job);
    }
#pragma omp barrier /* the receivers have read them: the next run may write */
}

static void run_bandwidth(struct job *job)
{
    exchange(job, job->rank == 0, job->rank == 1);
}

static void run_bidirectional(struct job *job)
{
    exchange(job, job->rank < 2, job->rank < 2);
}

IMPLEMENTATION(threads, barrier, bandwidth, .run = run_bandwidth,
               .temporary_bytes = temporary_bytes, .copies = "2", .crossings = "1", .lines = "8",
               .waits = "2",
               .summary = "rank 0 copies all messages to a shared temporary, barrier, rank 1 "
                          "copies them out, barrier");
IMPLEMENTATION(
    threads, barrier, bidirectional, .run = run_bidirectional, .temporary_bytes = temporary_bytes,
    .copies = "2", .crossings = "1", .lines = "8", .waits = "2",
    .summary =
        "both copy all messages to a shared temporary, barrier, copy out the other's, barrier");
