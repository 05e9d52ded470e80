/* SPDX-License-Identifier: BSD-3-Clause */
/* A window of gets and one flag after them, as in osu_get_bw. */
#include "comops/ranks/contract/window.h"
#include "shm_threads/mailbox.h"

static void receive_window(struct job *job, int from, uint64_t step)
{
    const size_t end = window_bytes(job->bytes);

    wait_ready(job, from, step);
    for (size_t place = 0; place < end; place += job->bytes)
        get(job->recv + place, job->peers[from]->send + place, job->bytes);
    received_use(job);
    fence(); /* all messages have been read before the flag is set */
    notify_done(job, from, step);
}

static void run_one_way(struct job *job)
{
    if (!window_sends(job) && !window_receives(job))
        return;
    const int partner = window_partner(job);
    const uint64_t step = mailbox_step(job);

    if (window_sends(job)) {
        notify_ready(job, partner, step);
        wait_done(job, partner, step);
    } else {
        receive_window(job, partner, step);
    }
}

static void run_both_ways(struct job *job)
{
    if (job->rank > 1)
        return;
    const int other = 1 - job->rank;
    const uint64_t step = mailbox_step(job);

    notify_ready(job, other, step);
    receive_window(job, other, step);
    wait_done(job, other, step); /* the send buffer may be rewritten */
}

BANDWIDTH(threads, get, MAILBOX, .run = run_one_way, .copies = "1", .crossings = "1", .lines = "10",
          .waits = "2",
          .summary = "the receiver gets all of the sender's messages, then sets a flag");
IMPLEMENTATION(threads, get, bidirectional, MAILBOX, .run = run_both_ways, .copies = "1",
               .crossings = "1", .lines = "10", .waits = "2",
               .summary = "each gets all of the other's messages");
