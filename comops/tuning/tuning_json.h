/* SPDX-License-Identifier: BSD-3-Clause */
/* Tunings as the results file has them. */
#pragma once

#include "comops/contract/tuning.h"

#include <jansson.h>

extern const char *const tuning_poll_names[]; /* of enum poll; NULL-terminated */

/* {"poll_turns": "fence", "poll_lines": "pause", "small_lines": 10, "prefetched_lines": 6,
 * "both_copy_from": 0} */
json_t *tuning_json(const struct tuning *tuning);

/* False if it is none that this program can apply. */
bool tuning_parse(const json_t *json, struct tuning *tuning);
