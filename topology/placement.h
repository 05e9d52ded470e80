/* SPDX-License-Identifier: BSD-3-Clause */
/* Policy and number of ranks -> which hardware thread each rank sits on, or why that cannot be. */
#ifndef TOPOLOGY_PLACEMENT_H
#define TOPOLOGY_PLACEMENT_H

#include "topology/machine.h"

#include <jansson.h>
#include <stdbool.h>

struct placement {
    char *name; /* as it was asked for: "bus", "distance:2", "numa:0.core:0-3" */
    int ranks;
    int *pus;            /* OS index of each rank's hardware thread; NULL when refused */
    char *where;         /* "L3 #0 (32 MiB), cores 0-1"; for people */
    char *refused;       /* why this machine cannot offer it, or NULL */
    bool oversubscribed; /* ranks share cores, or hardware threads where siblings are asked for */
};

/* NULL-terminated: what is measured where nobody asks for anything else. */
const char *const *placement_names(void);
/* NULL-terminated: every placement that needs no parameter. */
const char *const *placement_names_all(void);
/* How many distances this machine has: distance:1 to distance:N can be asked for. */
int placement_distances(const struct machine *machine);

/* The whole language, for people: some lines of at most 90 columns. */
const char *placement_help(void);
/* True if that is a placement some machine could offer; else says why not. */
bool placement_is_name(const char *name, char *why, size_t why_size);
/* The sentence that says what a name means; NULL if there is no such placement. */
const char *placement_meaning(const char *name);

/* Decides the seats. Never fails: a placement that cannot be has `refused` set.
 * Ranks that share a core are refused unless oversubscribe is set; ranks on siblings are not where
 * the placement asks for siblings, but then two on one hardware thread are. */
struct placement *placement_plan(const struct machine *machine, const char *name, int ranks,
                                 bool oversubscribe);
void placement_free(struct placement *placement);

/* True if both are offered and every rank sits on the same hardware thread in both. */
bool placement_seats_equal(const struct placement *one, const struct placement *other);

/* {name, meaning, ranks, pus, where, refused, oversubscribed}; `pus` are OS indices, in order of
 * rank, where machine_json()'s "tree" shows them. */
json_t *placement_json(const struct placement *placement);

#endif
