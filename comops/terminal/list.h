/* SPDX-License-Identifier: BSD-3-Clause */
/* What there is: comops list, and comops show PATTERN. */
#ifndef COMOPS_LIST_H
#define COMOPS_LIST_H

#include "comops/launch/paths.h"

#include <jansson.h>
#include <stdio.h>

struct pattern;

/* Patterns, protocols and placements, what is missing and why. */
void list_print(FILE *out, const struct path *paths, int path_count);
void list_markdown(FILE *out, const struct path *paths, int path_count);
void list_json(FILE *out, const struct path *paths, int path_count);
/* A pattern's definition. The caller owns it. */
json_t *list_pattern(const struct pattern *pattern);

/* The pattern's definition and the source of its implementations, side by side where `width`
 * columns are enough. False if there is no such pattern. */
bool show_pattern(FILE *out, const char *pattern, const struct path *paths, int path_count,
                  int width);

#endif
