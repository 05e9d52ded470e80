/* SPDX-License-Identifier: BSD-3-Clause */
/* Which paths and protocols the options select. */
#ifndef COMOPS_SELECTION_H
#define COMOPS_SELECTION_H

#include "comops/launch/paths.h"
#include "comops/plan/options.h"

/* The protocols measured if no pattern is named; the last path is NULL. */
extern const struct selection_default {
    const char *path, *protocol;
} selection_defaults[];

bool selection_has_path(const struct options *options, const struct path *path);
bool selection_has_protocol(const struct options *options, const struct path *path,
                            const char *protocol);

#endif
