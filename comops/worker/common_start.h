/* SPDX-License-Identifier: BSD-3-Clause */
/* Synchronization for measurements: through a meeting point in the arena. */
#pragma once

#include "comops/arena/meeting.h"
#include "comops/worker/bench.h"

struct common_start {
    struct synchronization sync; /* its functions */
    struct meeting_point *point;
    int rank;
    uint32_t late;        /* missed starts so far */
    uint32_t late_in_row; /* of the last starts */
    uint64_t lead;        /* ns until the next start; longer after two late starts in a row */
    bool warm;            /* there were starts at this point before */
};

struct common_start common_start_of(struct meeting_point *point, int rank);

/* From now on the ranks meet there, beginning with this lead. No rank is late before all have met.
 */
void common_start_move(struct common_start *here, struct meeting_point *point, uint64_t lead);
