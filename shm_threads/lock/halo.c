/* SPDX-License-Identifier: BSD-3-Clause */
/* Lock-and-wait as in the Convex ping-pong (pingpong.c). A rank's lock protects its faces in the
 * temporary, the number of their run, and how many of them have been read. */
#include "comops/ranks/contract/halo.h"

#include <omp.h>

struct guarded {
    omp_lock_t lock;
    uint64_t step, written; /* runs begun, private to the rank; the run of the faces */
    int read;
    struct halo halo;
};

static bool setup(struct job *job)
{
    struct guarded *mine = state_allocate(job, sizeof *mine) ? job->state : NULL;

    if (!mine)
        return false;
    omp_init_lock(&mine->lock);
    mine->halo = halo_of(job, (enum halo_kind)job->variant);
    mine->halo.out = job->temporary + (size_t)job->rank * HALO_FACES * job->bytes;
    mine->read = mine->halo.others;
    return true;
}

static size_t temporary_bytes(const struct job *job)
{
    return (size_t)job->ranks * HALO_FACES * job->bytes;
}

static void teardown(struct job *job)
{
    omp_destroy_lock(&((struct guarded *)job->state)->lock);
    state_free(job);
}

/* Polls the lock, which is taken, until the number has come. */
#define LOCK_UNTIL(lock, come)                                                                     \
    for (omp_set_lock(lock); !(come); omp_set_lock(lock)) {                                        \
        omp_unset_lock(lock);                                                                      \
        poll_pause();                                                                              \
    }

static void run(struct job *job)
{
    struct guarded *mine = job->state;
    const struct halo *halo = &mine->halo;
    const uint64_t step = ++mine->step;

    LOCK_UNTIL(&mine->lock, mine->read == halo->others) /* the faces of the last run */
    for (int face = 0; face < halo->others; face++)
        halo_copy(halo_out(job, halo, face), HALO_WORD, halo_sent(job, halo, face), halo->step,
                  job->bytes);
    mine->written = step;
    mine->read = 0;
    omp_unset_lock(&mine->lock); /* release: faces and number are seen together */
    halo_copy_own(job, halo);
    for (int face = 0; face < halo->others; face++) {
        struct guarded *theirs = job->peers[halo->neighbour[face]]->state;

        LOCK_UNTIL(&theirs->lock, theirs->written == step)
        halo_copy(halo_received(job, halo, face), halo->step,
                  halo_out(job, &theirs->halo, halo->theirs[face]), HALO_WORD, job->bytes);
        theirs->read++;
        omp_unset_lock(&theirs->lock);
    }
}

#define LOCK                                                                                       \
    .run = run, .setup = setup, .teardown = teardown, .temporary_bytes = temporary_bytes,        \
    .summary = "copy to a shared temporary under the rank's lock; its neighbours poll the lock"
IMPLEMENTATION(threads, lock, halo, LOCK, .copies = "2", .crossings = "P",
               .lines = "4, 2 with 2 ranks", .waits = "2, 1 with 2 ranks");
IMPLEMENTATION(threads, lock, halo_open, LOCK, .variant = HALO_OPEN, .copies = "2",
               .crossings = "P-1, 2 with 2 ranks", .lines = "4, 2 with 2 ranks",
               .waits = "2, 1 with 2 ranks");
IMPLEMENTATION(threads, lock, halo_strided, LOCK, .variant = HALO_STRIDED, .copies = "2",
               .crossings = "P", .lines = "4, 2 with 2 ranks", .waits = "2, 1 with 2 ranks");
