/* SPDX-License-Identifier: BSD-3-Clause */
/* A window of puts and one flag after them, as in streaming NetPIPE and osu_bw by put. */
#include "comops/ranks/contract/window.h"
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

static void run_one_way(struct job *job)
{
    if (!window_sends(job) && !window_receives(job))
        return;
    const int partner = window_partner(job);
    const uint64_t step = mailbox_step(job);

    if (window_sends(job)) {
        send_window(job, partner, step);
        wait_done(job, partner, step);
    } else {
        notify_ready(job, partner, step);
        wait_done(job, partner, step);
        received_use(job);
        notify_done(job, partner, step); /* it has them all, and no data of its own to order */
    }
}

static void run_both_ways(struct job *job)
{
    if (job->rank > 1)
        return;
    const int other = 1 - job->rank;
    const uint64_t step = mailbox_step(job);

    notify_ready(job, other, step);
    send_window(job, other, step);
    wait_done(job, other, step);
}

BANDWIDTH(threads, put, MAILBOX, .run = run_one_way, .copies = "1", .crossings = "0",
          .crossings_used = "1", .lines = "3", .waits = "3",
          .summary = "the sender puts all messages, fence, flag; the receiver puts a flag back");
IMPLEMENTATION(threads, put, bidirectional, MAILBOX, .run = run_both_ways, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "2", .waits = "2",
               .summary = "each puts all its messages into the other's buffer, fence, flag");
