/* SPDX-License-Identifier: BSD-3-Clause */
/* A chapter: neighbouring tables that are measured together, so that the launches of each are
 * spread over the time of all. */
#ifndef COMOPS_STAGE_H
#define COMOPS_STAGE_H

#include "comops/run/scheduler.h"

/* Measures plan->groups[first] to groups[end - 1], whole tables, in about `seconds`; `later` are
 * planned for what comes after. Each group is recorded as soon as it ends; a table is shown with
 * its last group, its fits and crossovers recorded. False if stopped before the end. */
bool stage_measure(struct scheduler *scheduler, size_t first, size_t end, double seconds,
                   double later);

#endif
