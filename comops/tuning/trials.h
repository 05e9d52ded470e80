/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds by trials, on the cores of a placement, which tuning is fastest there. The trials are cells
 * of the protocol itself, measured in turns in a worker of the campaign. */
#pragma once

#include "comops/arena/clock.h"
#include "comops/launch/supervisor.h"
#include "comops/plan/plan.h"

/* Where trials are made, and what they found. */
struct trials {
    struct supervisor *supervisor;
    const struct group *group; /* whose placement and pages these are */
    const struct path *path;
    size_t core_cache; /* bytes of the largest cache of one core alone; 0: unknown */
    struct tuning best;
    json_t *ratios; /* trial -> way -> its time over that without it; the caller's */
    uint32_t layout;
    uint64_t begin, repetition;
    size_t stamps, late;
};

/* Takes a tenth of a second. True if it was not disturbed, so that the result may be kept; false
 * also if interrupted, or if a worker died. Parameters that were not tried in time have their fixed
 * values. */
bool trials_take(struct trials *trials);
