/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans a campaign: placements, pages, patterns, buffer modes and series make tables, sizes make
 * the groups of a table. */
#ifndef COMOPS_PLANNER_H
#define COMOPS_PLANNER_H

#include "comops/plan/plan.h"

/* What this machine cannot do is left out with a note. False (exit status 2) if the options name
 * something that does not exist, which is then reported on standard error. */
bool planner_make(struct plan *plan, const struct options *options, const struct machine *machine,
                  struct path *paths, int path_count);

#endif
