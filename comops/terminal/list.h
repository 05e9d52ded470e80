/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns, protocols and placements, and why something is missing: for a terminal, as
 * docs/patterns.md, and for programs. */
#ifndef COMOPS_LIST_H
#define COMOPS_LIST_H

#include "comops/launch/paths.h"

#include <jansson.h>
#include <stdio.h>

void list_print(FILE *out, const struct path *paths, int path_count);
void list_markdown(FILE *out, const struct path *paths, int path_count);
void list_json(FILE *out, const struct path *paths, int path_count);
/* Arrays that the caller owns: definitions of the patterns, names and meanings of the placements,
 * the strings of a NULL-terminated list. */
json_t *list_patterns(void);
json_t *list_placements(void);
json_t *list_names(const char *const *names);

#endif
