/* SPDX-License-Identifier: BSD-3-Clause */
/* A window of puts and one flag after them, as in streaming NetPIPE and osu_bw by put. */
#include "comops/contract/window.h"
#include "shm_threads/mailbox.h"

static void send_window(struct job *job, int to, uint64_t step)
{
    const size_t end = window_bytes(job->bytes);

    wait_ready(job, to, step);
    for (size_t place = 0; place < end; place += job->bytes)
        put(job->peers[to]->recv + place, job->send + place, job->bytes);
    fence(); /* all messages arrive before the flag */
    notify_done(job, to, step);
}

static void run_bandwidth(struct job *job)
{
    if (job->rank > 1)
        return;
    const uint64_t step = mailbox_step(job);

    if (job->rank == 0) {
        send_window(job, 1, step);
        wait_done(job, 1, step);
    } else {
        notify_ready(job, 0, step);
        wait_done(job, 0, step);
        received_use(job);
        notify_done(job, 0, step); /* rank 1 has them all; it has no data of its own to order */
    }
}

static void run_bidirectional(struct job *job)
{
    if (job->rank > 1)
        return;
    const int other = 1 - job->rank;
    const uint64_t step = mailbox_step(job);

    notify_ready(job, other, step);
    send_window(job, other, step);
    wait_done(job, other, step);
}

IMPLEMENTATION(threads, put, bandwidth, MAILBOX, .run = run_bandwidth, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "3", .waits = "3",
               .summary = "rank 0 puts all messages, fence, flag; rank 1 puts a flag back");
IMPLEMENTATION(threads, put, bidirectional, MAILBOX, .run = run_bidirectional, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "2", .waits = "2",
               .summary = "each puts all its messages into the other's buffer, fence, flag");
