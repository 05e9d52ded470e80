/* SPDX-License-Identifier: BSD-3-Clause */
/* All messages of the window in one epoch; an empty epoch the other way is the receiver's answer.
 * With one message this is the acknowledgement of ARSC T3D Users' Newsletter 56, table 4. (There
 * the receiver watches a word that need not arrive last.) */
#include "comops/ranks/contract/window.h"
#include "mpi/pscw/pscw.h"

static bool is_receiver_or_sender(const struct job *job, int other)
{
    return (window_sends(job) || window_receives(job)) && other == window_partner(job);
}

static bool setup(struct job *job)
{
    return pscw_over_recv(job, is_receiver_or_sender, is_receiver_or_sender);
}

static void pass(const struct job *job, int messages)
{
    if (window_sends(job)) {
        epoch_post(job); /* for the answer */
        epoch_start(job);
        for (int i = 0; i < messages; i++)
            window_put(job, job->send + (size_t)i * job->bytes, window_partner(job),
                       (size_t)i * job->bytes);
        epoch_complete(job); /* the send buffer may be rewritten */
        epoch_wait(job);     /* the receiver has acknowledged them */
    } else if (window_receives(job)) {
        epoch_post(job);
        epoch_wait(job); /* all have arrived */
        received_use(job);
        epoch_start(job);
        epoch_complete(job); /* acknowledges */
    }
}

static void run(struct job *job)
{
    pass(job, window_messages(job->bytes));
}

static void run_one(struct job *job)
{
    pass(job, 1);
}

BANDWIDTH(mpi, pscw, .run = run, .setup = setup, .teardown = pscw_teardown, .waits = "4",
          .summary = "all messages in one epoch (MPI_Put), answered by an empty one");
IMPLEMENTATION(mpi, pscw, put_acknowledged, PSCW_PARTNER, .run = run_one, .waits = "4",
               .summary = "MPI_Put in an epoch of the two, answered by an empty one");
