/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: to the left, as print computes the neighbour for MPI_Sendrecv; with two ranks the right
 * one is the left one, so it also leaves out a byte. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    memcpy(job->recv, job->peers[rank_after(job, 1)]->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, shift_printed, .run = run, .complete = all_done,
               .summary = "from the right");
