/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/halo.h"
#include "shmem/symmetric_flags.h"

static bool setup(struct job *job)
{
    if (!flags_open(job, sizeof(struct halo)))
        return false;
    *(struct halo *)flags_workspace(job) = halo_of(job, (enum halo_kind)job->variant);
    return true;
}

static void face_put(const struct job *job, const struct halo *halo, int face)
{
    char *to = job->recv + halo_place(job, halo->theirs[face], halo->step);
    const char *from = halo_sent(job, halo, face);
    const ptrdiff_t words = HALO_ROW / HALO_WORD;

    if (halo->step == HALO_WORD)
        shmem_putmem(to, from, job->bytes, halo->neighbour[face]);
    else
        shmem_iput64(to, from, words, words, job->bytes / HALO_WORD, halo->neighbour[face]);
}

static void run(struct job *job)
{
    const struct halo *halo = flags_workspace(job);
    const long step = flags_step(job);

    for (int i = 0; i < halo->partners; i++)
        notify(job, READY, step, halo->partner[i]);
    halo_copy_own(job, halo);
    for (int face = 0; face < halo->others; face++) {
        await(job, READY, step, halo->neighbour[face]); /* its receive buffer is free */
        face_put(job, halo, face);
    }
    for (int i = 0; i < halo->partners; i++)
        notify(job, DONE, step, halo->partner[i]);
    for (int i = 0; i < halo->partners; i++)
        await(job, DONE, step, halo->partner[i]); /* its faces have arrived */
}

#define PUT                                                                                        \
    .run = run, .setup = setup, .teardown = flags_teardown, .copies = "1",                         \
    .waits = "4, 2 with 2 ranks"
IMPLEMENTATION(shmem, put, halo, PUT, .summary = "into each neighbour's buffer (shmem_putmem)");
IMPLEMENTATION(shmem, put, halo_open, PUT, .variant = HALO_OPEN,
               .summary = "into each neighbour's buffer (shmem_putmem)");
IMPLEMENTATION(shmem, put, halo_strided, PUT, .variant = HALO_STRIDED,
               .summary = "into each neighbour's columns (shmem_iput64)");
