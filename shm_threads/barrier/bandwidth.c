/* SPDX-License-Identifier: BSD-3-Clause */
/* In the manner of Luo 1996, ping-pong: windows through a shared temporary. The second barrier
 * tells senders that receivers have all messages. Other ranks only join the barriers. */
#include "comops/ranks/contract/window.h"

static size_t temporary_one_way(const struct job *job)
{
    return (size_t)window_pairs(job) * window_bytes(job->bytes);
}

static size_t temporary_both_ways(const struct job *job)
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
        copy_window(job->recv, job->temporary + (size_t)window_partner(job) * window, job->bytes);
        received_use(job);
    }
#pragma omp barrier /* the receivers have read them: the next run may write */
}

static void run_one_way(struct job *job)
{
    exchange(job, window_sends(job), window_receives(job));
}

static void run_both_ways(struct job *job)
{
    exchange(job, job->rank < 2, job->rank < 2);
}

BANDWIDTH(threads, barrier, .run = run_one_way, .temporary_bytes = temporary_one_way, .copies = "2",
          .crossings = "1", .lines = "8", .waits = "2",
          .summary = "the sender copies all messages to a shared temporary, barrier, the receiver "
                     "copies them out, barrier");
IMPLEMENTATION(
    threads, barrier, bidirectional, .run = run_both_ways, .temporary_bytes = temporary_both_ways,
    .copies = "2", .crossings = "1", .lines = "8", .waits = "2",
    .summary =
        "both copy all messages to a shared temporary, barrier, copy out the other's, barrier");
