/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 1, where rank 0 reads from each PE, as in test 1 of Luecke,
 * Spanoyannis and Kraeva 2004. There the source is an automatic variable of main, which other PEs
 * cannot access in today's OpenSHMEM. */
#include "comops/comops.h"
#include "comops/ranks/contract/loops.h"

#include <shmem.h>
#include <stdalign.h>

enum { PIECE = 8192 };

static void run(struct job *job)
{
    if (job->rank == ROOT)
        shmem_getmem(job->recv, job->send, job->bytes, 1);
}

static void run_distant(struct job *job)
{
    if (job->rank == ROOT)
        shmem_getmem(job->recv, job->send, job->bytes, (int)job->series);
}

/* Piece by piece into a buffer that stays in the L1 cache. */
static void run_remote_read(struct job *job)
{
    alignas(64) char piece[PIECE];
    uint64_t sums[LINE_WORDS] = {0};

    if (job->rank != ROOT)
        return;
    for (size_t at = 0; at < job->bytes; at += PIECE) {
        const size_t bytes = job->bytes - at < PIECE ? job->bytes - at : PIECE;

        shmem_getmem(piece, job->send + at, bytes, 1);
        line_sums_add(sums, piece, bytes);
    }
    memcpy(job->recv, sums, sizeof sums);
}

static void complete(struct job *job)
{
    (void)job;
    shmem_barrier_all(); /* the data have been read; their owner may rewrite them */
}

IMPLEMENTATION(shmem, get, get, .run = run, .complete = complete, .copies = "1", .waits = "0",
               .summary = "shmem_getmem; shmem_barrier_all after the stamp");
IMPLEMENTATION(shmem, get, distant_get, .run = run_distant, .complete = complete, .copies = "1",
               .waits = "0", .summary = "shmem_getmem; shmem_barrier_all after the stamp");
IMPLEMENTATION(shmem, get, remote_read, .run = run_remote_read, .complete = complete, .copies = "1",
               .waits = "0", .summary = "shmem_getmem of 8 KiB at a time, whose words are summed");
