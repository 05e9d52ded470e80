/* SPDX-License-Identifier: BSD-3-Clause */
/* What a policy is. To add one: a file here, a line in placement.c and one in meson.build. */
#ifndef TOPOLOGY_POLICY_H
#define TOPOLOGY_POLICY_H

#include "topology/inside.h"
#include "topology/placement.h"

/* What is asked of a policy. */
struct request {
    const struct machine *machine;
    const struct core *const *cores; /* those it may use, in logical order */
    int core_count;
    int ranks;
    bool oversubscribed; /* more ranks than the machine has cores: hardware threads are shared */
};

struct policy {
    const char *name;
    const char *meaning; /* one sentence */
    /* Gives each rank its hardware thread and says where that is, or refuses. */
    void (*decide)(const struct request *request, struct placement *placement);
};

extern const struct policy policy_bus, policy_crossbar;

/* Hardware threads in the order in which ranks take them: one of each core first, then the
 * siblings; when all are taken, from the start again. */
struct seats {
    int *pus;
    int count;
};
struct seats seats_make(const struct core *const *cores, int count);

/* A part of the machine which an exchange leaves only across a link. */
struct domain {
    hwloc_obj_t object; /* NUMA node or package */
    const struct core **cores;
    int core_count;
};

struct domains {
    struct domain *list;
    int count;
    const char *noun; /* "NUMA nodes", "packages" */
};

/* NUMA nodes with cores of their own, where there are at least two such; else packages, where
 * there are at least two; else none: count is 0. A core without memory is in no NUMA node. */
struct domains domains_find(const struct core *const *cores, int count);
void domains_free(struct domains *domains);

/* Takes over the text. */
void placement_refuse(struct placement *placement, char *why);

#endif
