/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's lock. */
#include "shm_threads/shared_vector.h"

#include <omp.h>

static omp_lock_t lock;

static bool setup(struct job *job)
{
    if (job->rank == ROOT)
        omp_init_lock(&lock);
    return vector_setup(job);
}

static void teardown(struct job *job)
{
    if (job->rank == ROOT)
        omp_destroy_lock(&lock);
}

static void run(struct job *job)
{
    omp_set_lock(&lock);
    vector_add(job);
    omp_unset_lock(&lock);
}

IMPLEMENTATION(threads, lock, mutual_exclusion, .run = run, .setup = setup, .teardown = teardown,
               .complete = vector_complete, .temporary_bytes = buffer_bytes, .copies = "2",
               .lines = "at most P", .waits = "P-1", .summary = "omp_set_lock, omp_unset_lock");
