/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: to the left, as print computes the neighbour for MPI_Sendrecv; with two ranks the right
 * one is the left one, so it also leaves out a byte. */
#include "comops/comops.h"

static void run(struct job *job)
{
    memcpy(job->recv, job->peers[rank_after(job, 1)]->send, job->bytes - 1);
}

static void complete(struct job *job)
{
    (void)job;
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, shift_printed, .run = run, .complete = complete,
               .summary = "from the right");
