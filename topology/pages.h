/* SPDX-License-Identifier: BSD-3-Clause */
/* Policy and seats -> which NUMA node each rank's pages are to lie on, or why that cannot be. */
#ifndef TOPOLOGY_PAGES_H
#define TOPOLOGY_PAGES_H

#include "topology/bind.h"
#include "topology/machine.h"
#include "topology/placement.h"

/* Not one node: several in turn, or whichever the kernel takes. */
enum { PAGES_ANYWHERE = BIND_NODE_UNKNOWN, PAGES_INTERLEAVED = BIND_NODE_MIXED };

struct pages {
    char *name; /* the policy: "local", "node:1" */
    int ranks;
    int *nodes;    /* OS index of each rank's node, or one of the above; NULL when refused */
    bool bound;    /* the kernel must be told; without, first touch does it */
    char *refused; /* why this machine cannot offer it, or NULL */
};

/* What one can ask for, for messages and help: "local, root, peer, ...". */
const char *pages_policies(void);
bool pages_is_policy(const char *name);

/* The pages of ranks that sit as `placement` says. Never fails: what cannot be has `refused` set.
 */
struct pages *pages_plan(const struct machine *machine, const char *policy,
                         const struct placement *placement);
void pages_free(struct pages *pages);

/* True if pages found on `found` (bind_node_of) are where they should be, or nobody can tell. */
bool pages_agree(int wanted, int found);

#endif
