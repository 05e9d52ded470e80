/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), tables 3 and 4: the words of its messages, and the word
 * that its receiver watches. */
#pragma once

#include "comops/comops.h"
#include "tests/printed/patience.h"

#include <stdatomic.h>

enum { SENDER = 0, RECEIVER = 1 };

static const uint64_t preset = (uint64_t)-2;

static inline _Atomic uint64_t *word(const struct job *job, size_t index)
{
    return (_Atomic uint64_t *)job->peers[RECEIVER]->recv + index;
}

static inline size_t words(const struct job *job)
{
    return job->bytes / sizeof(uint64_t);
}
