/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops list --catalogue`: what the program decides and the parts in Python, the tests and the
 * docs need to know, whatever this machine can run. Written to catalogue.json by the build. */
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
