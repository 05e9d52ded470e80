/* SPDX-License-Identifier: BSD-3-Clause */
/* A worker's message is a result and a request; rank 0 answers with the next task, whose number is
 * the tag. Rank 0 runs no tasks. */
#include "comops/ranks/contract/state.h"
#include "comops/ranks/contract/tasks.h"

#include <mpi.h>

static bool setup(struct job *job)
{
    return job->rank == ROOT || state_allocate(job, job->bytes);
}

/* A task, or without data that none is left. */
static void hand_out(const struct job *job, int task, int to)
{
    const bool some = task < tasks_of(job);

    MPI_Send(some ? job->send + task_place(job, task) : NULL, some ? (int)job->bytes : 0, MPI_BYTE,
             to, task, MPI_COMM_WORLD);
}

static void master(const struct job *job)
{
    const int tasks = tasks_of(job);
    int next = 0;
    MPI_Status status;

    for (int to = 1; to < job->ranks; to++)
        hand_out(job, next++, to);
    for (int done = 0; done < tasks; done++) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Recv(job->recv + task_place(job, status.MPI_TAG), (int)job->bytes, MPI_BYTE,
                 status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hand_out(job, next < tasks ? next++ : tasks, status.MPI_SOURCE);
    }
}

static void worker(const struct job *job)
{
    MPI_Status status;

    MPI_Recv(job->state, (int)job->bytes, MPI_BYTE, ROOT, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    while (status.MPI_TAG < tasks_of(job)) {
        MPI_Send(job->state, (int)job->bytes, MPI_BYTE, ROOT, status.MPI_TAG, MPI_COMM_WORLD);
        MPI_Recv(job->state, (int)job->bytes, MPI_BYTE, ROOT, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }
}

static void run(struct job *job)
{
    (job->rank == ROOT ? master : worker)(job);
}

IMPLEMENTATION(mpi, sendrecv, master_worker, .run = run, .setup = setup, .teardown = state_free,
               .summary = "a task for each result, to the worker that sent it (MPI_Probe)");
