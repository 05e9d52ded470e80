/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs an implementation on ranks that are fibres (team.h), and says what has been counted. */
#pragma once

#include "comops/ranks/contract/registry.h"
#include "tests/declared/counted.h"

/* Ranks on one cache and in one package; 0: all. */
struct sharing {
    int on_cache, in_package;
};

struct setting {
    int ranks;
    size_t bytes;
    int value; /* of the series: its index; -1: rank 0 is its own partner, which comes first */
    bool used; /* each rank uses what it receives */
    struct sharing sharing;
};

struct measured {
    struct chain longest;
    int copies, crossings;
    bool uses_right; /* each rank that answers has used what it received, once */
    double rate_bytes;
    size_t buffer;       /* bytes of the longest one */
    int levels, grouped; /* as setup has said */

    struct calls total;
    unsigned acting; /* a bit for each rank that has sent or moved anything */
};

struct measured measure(const struct implementation *implementation, struct setting setting);
