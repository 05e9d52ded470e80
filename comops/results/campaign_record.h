/* SPDX-License-Identifier: BSD-3-Clause */
/* The first record of a results file: what was asked, the machine, the build. */
#pragma once

#include "comops/arena/clock.h"
#include "comops/plan/plan.h"

/* All of it that can be known before the workers are started. The caller owns it. */
json_t *campaign_record(const struct options *options, const struct machine *machine,
                        const struct clock_quality *clock, const struct plan *plan,
                        const struct path *paths, int path_count);
