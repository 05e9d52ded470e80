/* SPDX-License-Identifier: BSD-3-Clause */
/* Implementations that the options ask for and that do not exist. */
#pragma once

#include "comops/plan/plan.h"

/* Notes why a requested protocol has no implementation of the requested patterns, over any
 * requested path. False, with the reasons on standard error, if nothing is left to measure. */
bool absences_explain(struct plan *plan, const struct options *options, const struct path *paths,
                      int path_count);
