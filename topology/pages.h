/* SPDX-License-Identifier: BSD-3-Clause */
/* Page policy and placement -> the NUMA node of each rank's pages, or the reason for a refusal. */
#pragma once

#include "topology/bind.h"
#include "topology/machine.h"
#include "topology/placement.h"

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
