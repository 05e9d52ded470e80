/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters that only trials on the machine can decide. comops run makes these trials
 * (comops/measure/tuning.py) and gives all paths the same values. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    TUNING_PAYLOAD = 56, /* bytes of a line without its number */
    TUNING_LINES = 10,   /* without trials */
    TUNING_LINES_MOST = 40
};

struct tuning {
    uint32_t known;          /* 0: the fixed values below hold instead */
    uint32_t lines;          /* of the longest message that is sent in lines */
    uint32_t both_copy_from; /* bytes from which one rank does not copy alone; 0: it always does */
};

/* Without a campaign: for the model checker and the counter of declared costs. */
static const struct tuning tuning_fixed = {.lines = TUNING_LINES};

static inline struct tuning tuning_or_fixed(const struct tuning *tuning)
{
    return tuning->known ? *tuning : tuning_fixed;
}
