/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's barrier. */
#include "comops/comops.h"

static void run(struct job *job)
{
    (void)job;
#pragma omp barrier /* all ranks have begun this run */
}

IMPLEMENTATION(threads, barrier, barrier, .run = run, .copies = "0", .lines = "0", .waits = "1",
               .summary = "#pragma omp barrier");
