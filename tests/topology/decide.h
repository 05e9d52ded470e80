/* SPDX-License-Identifier: BSD-3-Clause */
/* What was decided, as a text to compare with. */
#pragma once

#include "machines.h"

#include <stdio.h>
#include <string.h>

/* "0 2 (where)" or "refused: why"; valid until the next call. */
static inline const char *decide(const char *machine_name, const char *name, int ranks,
                                 bool oversubscribe)
{
    static char text[1024];
    struct machine *machine = machine_open(machine_name);
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);
    int used = 0;

    for (int rank = 0; placement->pus && rank < ranks; rank++)
        used += snprintf(text + used, sizeof(text) - (size_t)used, "%d ", placement->pus[rank]);
    snprintf(text + used, sizeof(text) - (size_t)used, placement->refused ? "refused: %s" : "(%s)",
             placement->refused ? placement->refused : placement->where);
    placement_free(placement);
    machine_free(machine);
    return text;
}

static inline bool decides(const char *machine, const char *name, int ranks, bool oversubscribe,
                           const char *expected)
{
    const char *found = decide(machine, name, ranks, oversubscribe);

    if (strcmp(found, expected))
        printf("# %s, %d ranks on %s: %s\n", name, ranks, machine, found);
    return !strcmp(found, expected);
}
