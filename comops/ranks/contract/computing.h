/* SPDX-License-Identifier: BSD-3-Clause */
/* What a rank computes while its data move. It uses neither memory nor other cores, so the two only
 * compete for the core. */
#pragma once

#include "comops/comops.h"

/* Each step is a multiplication and an addition that need the result of the step before. */
static inline void compute_steps(uint64_t steps)
{
    double value = 0;

    __asm__ volatile("" : "+m"(value)); /* the compiler must not know it */
    for (uint64_t step = 0; step < steps; step++)
        value = value * 0.999 + 0.001;
    __asm__ volatile("" : "+m"(value)); /* nor leave the result out */
}

static inline void compute(struct job *job)
{
    compute_steps(job->computing);
}
