/* SPDX-License-Identifier: BSD-3-Clause */
/* A placement as text to compare with. */
#pragma once

#include "machines.h"

#include <stdio.h>
#include <string.h>

/* "0 2 (its description)" or "refused: why"; valid until the next call. */
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

struct decision {
    const char *machine, *placement;
    int ranks;
    bool oversubscribe;
    const char *expected; /* as decide() says it */
};

static inline void decisions_check(const struct decision *decisions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct decision *one = &decisions[i];
        const char *found = decide(one->machine, one->placement, one->ranks, one->oversubscribe);

        if (strcmp(found, one->expected))
            printf("# %s, %d ranks on %s: %s\n", one->placement, one->ranks, one->machine, found);
        CHECK(!strcmp(found, one->expected));
    }
}
