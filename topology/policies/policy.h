/* SPDX-License-Identifier: BSD-3-Clause */
/* What a policy is. To add one: a file here and its name in topology/meson.build. */
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
    const char *parameter; /* "2" in distance:2, a whole location; NULL where there is none */
    bool oversubscribed;   /* ranks may share, because there is no other way to seat them all */
};

struct policy {
    const char *name;
    const char *form;    /* how it is written where that is more than the name: "distance:K" */
    const char *meaning; /* one sentence */
    bool by_default;     /* measured when no placement is named */
    bool siblings;       /* ranks on the hardware threads of one core are what it is about */
    /* Gives each rank its hardware thread and says where that is, or refuses. */
    void (*decide)(const struct request *request, struct placement *placement);
    /* False, with the reason, if no machine could understand the parameter. NULL: it takes none. */
    bool (*check)(const char *parameter, char *why, size_t why_size);
};

extern const struct policy *const policy_list[]; /* in the order to show them in; ends in NULL */
extern const struct policy policy_location;      /* not in the list: its parameter is the name */

/* The policy that a name asks for and its parameter; NULL if there is none. */
const struct policy *policy_find(const char *name, const char **parameter);

/* Hardware threads in the order in which ranks take them: one of each core first, then the
 * siblings; when all are taken, from the start again. */
struct seats {
    int *pus;
    int count;
};
struct seats seats_make(const struct core *const *cores, int count);
/* Seats the ranks on the cores in this order and says "PART, cores 0-1"; the part may be NULL. */
void part_seat(const struct request *request, struct placement *placement, hwloc_obj_t part,
               const struct core *const *cores, int count);
/* Seats the ranks on a list of hardware threads in this order, or says that it is too short. */
void list_seat(const struct request *request, struct placement *placement, const int *pus,
               int count);

/* A part of the machine and the cores that belong to it. */
struct domain {
    hwloc_obj_t object;
    const struct core **cores;
    int core_count;
};

struct domains {
    struct domain *list;
    int count;
    const char *noun; /* "NUMA nodes", "packages" */
};

/* The part that a core belongs to, or NULL. The NUMA node is the nearest memory that counts the
 * core as local; nodes without cores never do. */
typedef hwloc_obj_t core_part(const struct core *core);
hwloc_obj_t core_node(const struct core *core);
hwloc_obj_t core_package(const struct core *core);

/* The cores gathered by the part they belong to; cores that belong to none are left out. */
struct domains domains_by(core_part *part, const char *noun, const struct core *const *cores,
                          int count);
/* Parts of the machine which an exchange leaves only across a link: NUMA nodes with cores of their
 * own, where there are at least two such; else packages, where there are at least two; else none:
 * count is 0. */
struct domains domains_find(const struct core *const *cores, int count);
void domains_free(struct domains *domains);

/* Seats groups of neighbouring ranks, each group in one domain and the next group in another. Says
 * how many ranks found a seat; only if that is all of them is the placement decided. */
int round_seat(const struct request *request, const struct domains *domains, int group,
               struct placement *placement);

/* Takes over the text. */
void placement_refuse(struct placement *placement, char *why);

#endif
