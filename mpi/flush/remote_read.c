/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI's counterpart to loads from another rank's memory: MPI_Get, piece by piece into a buffer that
 * stays in the L1 cache. */
#include "comops/comops.h"
#include "comops/contract/line_sums.h"
#include "mpi/flush.h"

#include <stdalign.h>
#include <string.h>

enum { READER = 0, OWNER = 1, PIECE = 8192 };

static void run(struct job *job)
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

/* Rank 1 waits inside the library, as in get.c. */
static void complete(struct job *job)
{
    if (job->rank == READER)
        notify(OWNER, DONE);
    else if (job->rank == OWNER)
        await(READER, DONE); /* the buffer may be rewritten */
}

IMPLEMENTATION(mpi, flush, remote_read, .run = run, .complete = complete, .setup = flush_setup_send,
               .teardown = flush_teardown, .waits = "0",
               .summary = "MPI_Get of 8 KiB at a time, whose words are summed");
