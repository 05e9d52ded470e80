/* SPDX-License-Identifier: BSD-3-Clause */
/* The window's messages follow each other through the sender's ring. The receiver's answer is the
 * flag that the last one has been taken; with one message this is the acknowledgement of ARSC T3D
 * Users' Newsletter 56, table 4. (There the receiver watches a word that need not arrive last.) */
#include "comops/ranks/contract/window.h"
#include "mpi/shared/ring.h"

/* `end` is that of all messages. */
static uint64_t pass_message(struct job *job, size_t message, size_t end)
{
    uint64_t step = 0;

    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const size_t piece = piece_at(job, at);

        step = step_next(job);
        if (window_sends(job)) {
            wait_free(job, window_partner(job), step);
            piece_write(job, step, 0, job->send + message + at, piece);
        } else {
            piece_read(job, window_partner(job), step, 0, job->recv + message + at, piece);
            if (message + at + piece == end)
                received_use(job); /* the last flag is the answer */
            set_taken(job, step);
        }
    }
    return step;
}

static void pass_window(struct job *job, int messages)
{
    uint64_t last = 0;

    if (!window_sends(job) && !window_receives(job))
        return;
    for (int i = 0; i < messages; i++)
        last = pass_message(job, (size_t)i * job->bytes, (size_t)messages * job->bytes);
    if (window_sends(job))
        wait_taken(job, window_partner(job), last); /* all messages are in its receive buffer */
}

static void run(struct job *job)
{
    pass_window(job, window_messages(job->bytes));
}

static void run_one(struct job *job)
{
    pass_window(job, 1);
}

BANDWIDTH(mpi, shared, SHARED_LANE, .run = run, .copies = "2", .lines = "65", .waits = "65",
          .summary = "stored into a shared window and loaded from there, message by message");
IMPLEMENTATION(mpi, shared, put_acknowledged, SHARED_LANE, .run = run_one, .copies = "2",
               .lines = "2", .waits = "2",
               .summary = "stored into a shared window; the receiver loads it, then sets a flag");
