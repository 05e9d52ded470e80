/* SPDX-License-Identifier: BSD-3-Clause */
/* A plan in the making: plan.c goes through placements, patterns and series; planner.c makes a
 * table of each combination. */
#ifndef COMOPS_PLANNER_H
#define COMOPS_PLANNER_H

#include "comops/plan/plan.h"

struct planner {
    struct plan *plan;
    const struct options *options;
    const struct machine *machine;
    struct path *paths;
    int path_count;
    uint64_t random;
};

/* What is measured where no pattern is named. The last path is NULL. */
extern const struct usual {
    const char *path, *protocol;
} planner_usual[];

/* One table like this group: a group for each size, in shuffled order. */
void planner_add_table(struct planner *planner, const struct group *like);

/* True if the options ask for this path at all. */
bool planner_asks_path(const struct planner *planner, const struct path *path);

/* Something left out, and why; the same is said once. */
__attribute__((format(printf, 2, 3))) void planner_note(struct planner *planner, const char *format,
                                                        ...);

#endif
