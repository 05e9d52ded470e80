/* SPDX-License-Identifier: BSD-3-Clause */
/* As osu_bw, osu_bibw and osu_mbw_mr do: all messages are in flight together. */
#include "comops/ranks/contract/state.h"
#include "comops/ranks/contract/window.h"

#include <mpi.h>

enum { MESSAGE, ACKNOWLEDGEMENT }; /* tags */

/* One request per message and direction. */
static bool setup(struct job *job)
{
    return state_allocate(job, 2 * (size_t)window_messages(job->bytes) * sizeof(MPI_Request));
}

static void send_all(struct job *job, int to, MPI_Request *requests)
{
    for (int i = 0; i < window_messages(job->bytes); i++)
        MPI_Isend(job->send + (size_t)i * job->bytes, (int)job->bytes, MPI_BYTE, to, MESSAGE,
                  MPI_COMM_WORLD, &requests[i]);
}

static void receive_all(struct job *job, int from, MPI_Request *requests)
{
    for (int i = 0; i < window_messages(job->bytes); i++)
        MPI_Irecv(job->recv + (size_t)i * job->bytes, (int)job->bytes, MPI_BYTE, from, MESSAGE,
                  MPI_COMM_WORLD, &requests[i]);
}

static void run_one_way(struct job *job)
{
    const int messages = window_messages(job->bytes);

    if (window_sends(job)) {
        send_all(job, window_partner(job), job->state);
        MPI_Waitall(messages, job->state, MPI_STATUSES_IGNORE);
        MPI_Recv(NULL, 0, MPI_BYTE, window_partner(job), ACKNOWLEDGEMENT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else if (window_receives(job)) {
        receive_all(job, window_partner(job), job->state);
        MPI_Waitall(messages, job->state, MPI_STATUSES_IGNORE);
        received_use(job);
        MPI_Send(NULL, 0, MPI_BYTE, window_partner(job), ACKNOWLEDGEMENT, MPI_COMM_WORLD);
    }
}

static void run_both_ways(struct job *job)
{
    const int messages = window_messages(job->bytes);
    MPI_Request *requests = job->state;

    if (job->rank > 1)
        return;
    receive_all(job, 1 - job->rank, requests);
    send_all(job, 1 - job->rank, requests + messages);
    MPI_Waitall(2 * messages, requests, MPI_STATUSES_IGNORE);
}

BANDWIDTH(mpi, sendrecv, .run = run_one_way, .setup = setup, .teardown = state_free, .waits = "2",
          .summary = "MPI_Isend and MPI_Irecv of all, MPI_Waitall, an empty answer");
IMPLEMENTATION(mpi, sendrecv, bidirectional, .run = run_both_ways, .setup = setup,
               .teardown = state_free, .waits = "1",
               .summary = "MPI_Irecv of all, MPI_Isend of all, MPI_Waitall on both sides");
