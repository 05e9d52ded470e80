/* SPDX-License-Identifier: BSD-3-Clause */
/* By get, piece by piece into a buffer that stays in the L1 cache. */
#include "comops/comops.h"
#include "comops/contract/line_sums.h"

#include <shmem.h>
#include <stdalign.h>
#include <string.h>

enum { PIECE = 8192 };

static void run(struct job *job)
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
    shmem_barrier_all(); /* the data have been read; rank 1 may rewrite them */
}

IMPLEMENTATION(shmem, get, remote_read, .run = run, .complete = complete, .copies = "1",
               .waits = "0", .summary = "shmem_getmem of 8 KiB at a time, whose words are summed");
