/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's critical construct. */
#include "shm_threads/shared_vector.h"

static void run(struct job *job)
{
#pragma omp critical(mutual_exclusion)
    vector_add(job);
}

IMPLEMENTATION(threads, library, mutual_exclusion, SHARED_VECTOR, .run = run, .copies = "2",
               .lines = "at most P", .waits = "P-1", .summary = "#pragma omp critical");
