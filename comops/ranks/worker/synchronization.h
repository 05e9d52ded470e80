/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "comops/ranks/arena/arena.h"

/* How the ranks synchronize around the timed code and read the time (ns): through the arena for
 * measurements, through the team's runtime in batch mode, or by a fake in tests. */
struct synchronization {
    void (*meet)(struct synchronization *sync);
    bool (*agree)(struct synchronization *sync, bool mine); /* true if all are true */
    /* False if late: the sample is void. */
    bool (*start)(struct synchronization *sync, uint64_t *start);
    uint64_t (*now)(struct synchronization *sync);
    uint64_t began; /* the reading of the clock that ended the last wait for a start */
};

/* Synchronization for measurements: through a meeting point in the arena. */
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
