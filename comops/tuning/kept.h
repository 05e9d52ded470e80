/* SPDX-License-Identifier: BSD-3-Clause */
/* Tunings of earlier campaigns, a file for each machine and placement in
 * $XDG_CACHE_HOME/comops/tuning. Without a folder to write to, nothing is kept. */
#pragma once

#include "topology/machine.h"
#include "topology/placement.h"

#include <jansson.h>

/* What was kept; NULL if nothing was, or the file is damaged. The caller owns it. */
json_t *kept_read(const struct machine *machine, const struct placement *placement);

/* Replaces it as a whole: a campaign that reads it meanwhile gets the old or the new one. */
void kept_write(const struct machine *machine, const struct placement *placement, json_t *tuning);
