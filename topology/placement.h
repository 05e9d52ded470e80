/* SPDX-License-Identifier: BSD-3-Clause */
/* Policy and number of ranks -> the hardware thread of each rank, or the reason for a refusal. */
#pragma once

#include "topology/bind.h"
#include "topology/machine.h"

#include <stdbool.h>

struct placement {
    char *name; /* as requested: "bus", "distance:2", "numa:0.core:0-3" */
    int ranks;
    int *pus;            /* OS index of each rank's hardware thread; NULL when refused */
    char *where;         /* "L3 #0 (32 MiB), cores 0-1" */
    char *refused;       /* reason, or NULL */
    bool oversubscribed; /* ranks share cores, or hardware threads if siblings are requested */
};

/* NULL-terminated: the default placements. */
const char *const *placement_names(void);
/* NULL-terminated: every placement that needs no parameter. */
const char *const *placement_names_all(void);
/* Number of distances of this machine: distance:1 to distance:N are available. */
int placement_distances(const struct machine *machine);
/* Adds to an object: "texts" of these distances, nearest first ("in one L3"), and "levels", for
 * each of these hardware threads its distance from each, from 1; 0: one of them is not usable. */
void distances_add_json(const struct machine *machine, const int *pus, int count,
                        struct json *json);

/* By number from 0, also those with a parameter: "bus", "distance:K", and what they mean; NULL
 * after the last. */
const char *placement_form(int number, const char **meaning);
/* True if some machine could offer this placement; otherwise gives the reason. */
bool placement_is_name(const char *name, char *why, size_t why_size);
/* One sentence on the meaning of a name; NULL if there is no such placement. */
const char *placement_meaning(const char *name);

/* Assigns ranks to hardware threads. Never fails: a refusal has `refused` set. Ranks that share a
 * core are refused unless oversubscribe is set; if the placement requests siblings, only ranks that
 * share a hardware thread are. */
struct placement *placement_plan(const struct machine *machine, const char *name, int ranks,
                                 bool oversubscribe);
void placement_free(struct placement *placement);

/* Adds name, meaning, ranks, pus, where, refused and oversubscribed to an object; `pus` are OS
 * indices in rank order, as in machine_add_json()'s "tree". */
void placement_add_json(const struct placement *placement, struct json *json);

/* ---- page policy and placement -> the NUMA node of each rank's pages, or why it is refused --- */

/* Not a single node: interleaved, or as the kernel decides. */
enum { PAGES_ANYWHERE = BIND_NODE_UNKNOWN, PAGES_INTERLEAVED = BIND_NODE_MIXED };

struct pages {
    char *name; /* the policy: "local", "node:1" */
    int ranks;
    int *nodes;    /* OS index of each rank's node, or one of the above; NULL when refused */
    bool bound;    /* bind pages explicitly; false: first touch suffices */
    char *refused; /* reason, or NULL */
};

/* The policies as they are written; NULL-terminated. */
const char *const *pages_policies(void);
bool pages_is_policy(const char *name);

/* Decides the nodes for the ranks of a placement. Never fails: a refusal has `refused` set. */
struct pages *pages_plan(const struct machine *machine, const char *policy,
                         const struct placement *placement);
void pages_free(struct pages *pages);
