/* SPDX-License-Identifier: BSD-3-Clause */
/* Policy and number of ranks -> which hardware thread each rank sits on, or why that cannot be. */
#ifndef TOPOLOGY_PLACEMENT_H
#define TOPOLOGY_PLACEMENT_H

#include "topology/machine.h"

#include <jansson.h>
#include <stdbool.h>

struct placement {
    const char *name;    /* the policy: "bus", "crossbar" */
    int ranks;
    int *pus;            /* OS index of each rank's hardware thread; NULL when refused */
    char *where;         /* "L3 #0 (32 MiB), cores 0-1"; for people */
    char *refused;       /* why this machine cannot offer it, or NULL */
    bool oversubscribed; /* more ranks than cores */
};

/* NULL-terminated names of all policies, and the sentence that says what one means. */
const char *const *placement_names(void);
const char *placement_meaning(const char *name);

/* Decides the seats. Never fails: a placement that cannot be has `refused` set.
 * More ranks than cores is refused unless oversubscribe is set. */
struct placement *placement_plan(const struct machine *machine, const char *name, int ranks,
                                 bool oversubscribe);
void placement_free(struct placement *placement);
json_t *placement_json(const struct placement *placement);

#endif
