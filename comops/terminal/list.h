/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns, protocols and placements, and why something is missing: for a terminal, as
 * docs/patterns.md, and for programs. */
#ifndef COMOPS_LIST_H
#define COMOPS_LIST_H

#include "comops/launch/paths.h"

#include <jansson.h>
#include <stdio.h>

struct pattern;

void list_print(FILE *out, const struct path *paths, int path_count);
void list_markdown(FILE *out, const struct path *paths, int path_count);
void list_json(FILE *out, const struct path *paths, int path_count);
/* A pattern's definition; the caller owns it. */
json_t *list_pattern(const struct pattern *pattern);

#endif
