/* SPDX-License-Identifier: BSD-3-Clause */
/* Whoever first swaps its claim into rank 0's word executes the section; the others find whose
 * claim it is, so all know the root of the broadcast. Claims say in which run and whose they are.
 * The scratch has the last run's, which is 0 at first. */
#include "comops/ranks/contract/single.h"
#include "mpi/library/root_window.h"

static bool setup(struct job *job)
{
    if (!root_word_open(job))
        return false;
    memset(((struct root_window *)job->state)->scratch, 0, sizeof(uint64_t));
    return true;
}

/* Returns the executor. */
static int claim(const struct job *job)
{
    struct root_window *window = job->state;
    uint64_t *known = (uint64_t *)window->scratch, found;
    const uint64_t ranks = (uint64_t)job->ranks;
    const uint64_t mine = (*known / ranks + 1) * ranks + (uint64_t)job->rank;

    MPI_Compare_and_swap(&mine, known, &found, MPI_UINT64_T, ROOT, 0, window->handle);
    MPI_Win_flush(ROOT, window->handle); /* what was there has arrived */
    *known = found == *known ? mine : found;
    return (int)(*known % ranks);
}

static void run(struct job *job)
{
    const int executor = claim(job);
    const bool executes = job->rank == executor;

    single_words(job)[job->rank] = executes;
    MPI_Bcast(executes ? job->send : job->recv, (int)job->bytes, MPI_BYTE, executor,
              MPI_COMM_WORLD);
    if (executes)
        memcpy(job->recv, job->send, job->bytes);
    MPI_Barrier(MPI_COMM_WORLD); /* all have claimed */
}

static void complete(struct job *job)
{
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, single_words(job), 1, MPI_UINT64_T,
                  MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, single, .run = run, .setup = setup, .teardown = root_word_close,
               .complete = complete, .summary = "MPI_Compare_and_swap, MPI_Bcast, MPI_Barrier");
