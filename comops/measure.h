/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures one group: calibrates, then lets its cells take turns, block by block in shuffled order,
 * until they are precise enough or their time is up. */
#ifndef COMOPS_MEASURE_H
#define COMOPS_MEASURE_H

#include "comops/clock.h"
#include "comops/plan.h"

enum { ROUNDS_LEAST = 10, ROUNDS_MOST = 100 }; /* of ten blocks the second and ninth bound the median */

struct measure {
    struct launcher *launcher;
    const struct options *options;
    struct clock_quality clock;
    size_t cache_bytes; /* to flush before each sample of cold buffers */
    uint64_t *random;
};

/* Sets the key of the cell that candidate `index` of the group becomes. */
void measure_name_cell(struct cell *cell, const struct group *group, int index,
                       const char *method);

/* Fills cells[0..group->count-1] (cell_free each). A cell that is wrong, or whose worker dies or
 * hangs, has its error set; the others go on. False if the user interrupted: the cells are then
 * unfinished. */
bool measure_group(const struct measure *measure, const struct group *group, double seconds,
                   struct cell *cells);

#endif
