/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns in which no messages move. */
#pragma once

#include "comops/comops.h"

static size_t no_bytes(const struct job *job)
{
    (void)job;
    return 0;
}

static double no_rate(const struct job *job)
{
    (void)job;
    return 0;
}

static void no_fill(struct job *job, uint64_t repetition)
{
    (void)job;
    (void)repetition;
}

#define NO_MESSAGES                                                                                \
    .unit = 0, .messages = 1, .send_bytes = no_bytes, .rate_bytes = no_rate, .fill = no_fill
