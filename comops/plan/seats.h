/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the ranks and the pages of a plan's tables are. */
#pragma once

#include "comops/plan/plan.h"

/* Adds a placement to the plan, which owns it. NULL, with a note, if it is refused or puts the same
 * ranks on the same cores as an earlier one. */
const struct placement *seats_add(struct plan *plan, const struct options *options,
                                  const struct machine *machine, const char *name, int ranks);

/* Adds where the pages lie, with a note if that is refused. */
const struct pages *seats_add_memory(struct plan *plan, const struct machine *machine,
                                     const char *name, const struct placement *placement);

/* Whether two ranks can be siblings of a core. */
bool seats_has_siblings(const struct machine *machine);
