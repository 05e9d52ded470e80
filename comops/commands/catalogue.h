/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops list --catalogue`: facts that the program decides and that the Python parts, the tests
 * and the docs need, whatever this machine can run. The build writes them to catalogue.json. */
#pragma once

#include "comops/comops.h"
#include "comops/launch/paths.h"

#include <jansson.h>
#include <stdio.h>

void catalogue_print(FILE *out);

/* Arrays that the caller owns: definitions of the patterns, names and meanings of the placements,
 * the strings of a NULL-terminated list. */
json_t *catalogue_patterns(void);
json_t *catalogue_placements(void);
json_t *catalogue_names(const char *const *names);
/* One pattern, and an implementation as its path offers it; the caller owns them. */
json_t *catalogue_pattern(const struct pattern *pattern);
json_t *catalogue_offer(const struct offer *offer);
