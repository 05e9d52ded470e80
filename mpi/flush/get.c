/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 1, where rank 0 reads from each rank. After the stamp the
 * owner, idle until then, waits inside the library, because libraries without asynchronous progress
 * need it there. The common start of a run orders its writes before the read. remote_read: MPI's
 * counterpart to loads from another rank's memory. */
#include "comops/ranks/contract/loops.h"
#include "mpi/flush.h"

#include <stdalign.h>

enum { READER = 0, OWNER = 1, PIECE = 8192 };

static void get_from(struct job *job, int owner)
{
    if (job->rank != READER)
        return;
    window_get(job, job->recv, owner, 0);
    MPI_Win_flush(owner, window_of(job)); /* the data have arrived */
}

static void run(struct job *job)
{
    get_from(job, OWNER);
}

static void run_distant(struct job *job)
{
    get_from(job, (int)job->series);
}

/* Piece by piece into a buffer that stays in the L1 cache. */
static void run_remote_read(struct job *job)
{
    static alignas(64) char piece[PIECE]; /* one per process */
    uint64_t sums[LINE_WORDS] = {0};

    if (job->rank != READER)
        return;
    for (size_t at = 0; at < job->bytes; at += PIECE) {
        const int bytes = job->bytes - at < PIECE ? (int)(job->bytes - at) : PIECE;

        MPI_Get(piece, bytes, MPI_BYTE, OWNER, (MPI_Aint)at, bytes, MPI_BYTE, window_of(job));
        MPI_Win_flush(OWNER, window_of(job)); /* the piece has arrived */
        line_sums_add(sums, piece, (size_t)bytes);
    }
    memcpy(job->recv, sums, sizeof sums);
}

static void release(const struct job *job, int owner)
{
    if (job->rank == owner && owner != READER)
        await(READER, DONE); /* the buffer may be rewritten */
    else if (job->rank == READER && owner != READER)
        notify(owner, DONE);
}

static void complete(struct job *job)
{
    release(job, OWNER);
}

static void complete_distant(struct job *job)
{
    release(job, (int)job->series);
}

IMPLEMENTATION(mpi, flush, get, FLUSH_OVER_SEND, .run = run, .complete = complete, .waits = "0",
               .summary = "MPI_Get, until MPI_Win_flush returns");
IMPLEMENTATION(mpi, flush, distant_get, FLUSH_OVER_SEND, .run = run_distant,
               .complete = complete_distant, .waits = "0",
               .summary = "MPI_Get from the partner, until MPI_Win_flush returns");
IMPLEMENTATION(mpi, flush, remote_read, FLUSH_OVER_SEND, .run = run_remote_read,
               .complete = complete, .waits = "0",
               .summary = "MPI_Get of 8 KiB at a time, whose words are summed");
