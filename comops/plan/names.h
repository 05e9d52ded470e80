/* SPDX-License-Identifier: BSD-3-Clause */
/* The names that options may give in lists, and what stands for those they leave out. */
#ifndef COMOPS_NAMES_H
#define COMOPS_NAMES_H

#include "comops/launch/paths.h"
#include "comops/plan/options.h"
#include "topology/machine.h"

/* Of enum buffers; NULL-terminated. */
extern const char *const names_buffers[];

/* True if the list asks for this name (or `all`), or there is none. */
bool names_ask(char *const *list, const char *name);

/* The placements that are asked for, in that order, `all` written out with each distance of the
 * machine; the usual ones where `asked` is NULL. Free with text_list_free. */
char **names_placements(char *const *asked, const struct machine *machine);

/* Ranks if none are named: one per core, at most as many as in the paper. */
int names_ranks_default(const struct machine *machine);

/* Says on standard error that there is no such pattern, and which ones there are. */
void names_refuse_pattern(const char *name);

/* False if a name in the options does not exist; says which ones do on standard error. */
bool names_check(const struct options *options, const struct path *paths, int path_count);

#endif
