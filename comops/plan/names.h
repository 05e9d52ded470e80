/* SPDX-License-Identifier: BSD-3-Clause */
/* Names in the lists of the options, and their defaults. */
#pragma once

#include "comops/comops.h"
#include "comops/launch/paths.h"
#include "comops/plan/options.h"
#include "topology/machine.h"

/* Of enum buffers; NULL-terminated. */
extern const char *const names_buffers[];

/* True if the list has this name (or `all`), or there is no list. */
bool names_ask(char *const *list, const char *name);

/* The protocols measured if no pattern is named; the last path is NULL. */
extern const struct path_protocol {
    const char *path, *protocol;
} names_defaults[];

/* Whether the options select this path, and of it this protocol. */
bool names_select_path(const struct options *options, const struct path *path);
bool names_select_protocol(const struct options *options, const struct path *path,
                           const char *protocol);

/* Whether the options ask for this consumption of the pattern's data. Data that do not move are
 * never used. Data whose arrival the receiver does not notice are used between runs instead of
 * within the measured time. */
bool names_select_consumption(const struct options *options, const struct pattern *pattern,
                              enum consumption consume);

/* The placements asked for, in that order, with `all` expanded to include each distance of the
 * machine; the default ones if `asked` is NULL. Free with text_list_free. */
char **names_placements(char *const *asked, const struct machine *machine);

/* The default number of ranks: one per core, at least two, at most as many as in the paper. */
int names_ranks_default(const struct machine *machine);

/* The refusal of a name of a `what`, with a list of those that exist. The caller frees. */
char *names_refusal(const char *what, const char *name, char *const *known);

/* Reports an unknown pattern on standard error, with the names of all patterns. */
void names_refuse_pattern(const char *name);

/* False if the options give a name that does not exist; standard error lists those that do. */
bool names_check(const struct options *options, const struct path *paths, int path_count);
