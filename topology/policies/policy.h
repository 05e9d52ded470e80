/* SPDX-License-Identifier: BSD-3-Clause */
/* What a policy is. To add one: a file here and its name in topology/meson.build. */
#pragma once

#include "topology/internal.h"
#include "topology/placement.h"

/* The input of a policy. */
struct request {
    const struct machine *machine;
    const struct policy *policy;
    const struct core *const *cores; /* the cores it may use, in logical order */
    int core_count;
    int ranks;
    const char *parameter; /* "2" in distance:2, a whole location; NULL if none */
    bool oversubscribed;   /* ranks may share, because they do not fit otherwise */
};

struct policy {
    const char *name;
    const char *form;      /* its form if it takes a parameter: "distance:K" */
    const char *meaning;   /* one sentence */
    bool by_default;       /* measured when no placement is named */
    bool siblings;         /* it may put ranks on the hardware threads of one core */
    hwloc_obj_type_t part; /* for domain_decide: all ranks under one object of this type */
    const char *noun;      /* "L3 cache" */
    /* Assigns a hardware thread to each rank and describes where, or refuses. */
    void (*decide)(const struct request *request, struct placement *placement);
    /* False, with the reason, if the parameter is invalid on any machine. NULL: it takes none. */
    bool (*check)(const char *parameter, char *why, size_t why_size);
};

extern const struct policy *const policy_list[]; /* in the order to show them in; ends in NULL */
extern const struct policy policy_location;      /* not in the list: its parameter is the name */

/* The policy of a name, and its parameter; NULL if there is none. */
const struct policy *policy_find(const char *name, const char **parameter);

/* Hardware threads in the order in which ranks take them: first one per core, then the siblings;
 * after the last, from the start again. */
struct slots {
    int *pus;
    int count;
};
struct slots slots_make(const struct core *const *cores, int count);
/* Assigns the ranks to the cores in this order, described as "OBJECT, cores 0-1"; the object may be
 * NULL. */
void slots_assign_cores(const struct request *request, struct placement *placement,
                        hwloc_obj_t part, const struct core *const *cores, int count);
/* Assigns the ranks to hardware threads in this order, or refuses if there are too few. */
void slots_assign_pus(const struct request *request, struct placement *placement, const int *pus,
                      int count);

/* An object of the machine and its cores. */
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

/* The object of a type that a core belongs to, or NULL. The NUMA node is the nearest memory whose
 * locality includes the core; nodes without cores never do. */
hwloc_obj_t core_part(const struct core *core, hwloc_obj_type_t type);

/* Groups cores by the object they belong to; cores that belong to none are omitted. */
struct domains domains_by(hwloc_obj_type_t part, const char *noun, const struct core *const *cores,
                          int count);
/* Objects connected by links: NUMA nodes with cores, if there are at least two; else packages, if
 * there are at least two; else none (count is 0). */
struct domains domains_find(const struct core *const *cores, int count);
void domains_free(struct domains *domains);

/* Assigns groups of neighbouring ranks to domains, each group to a different domain than the
 * previous one. Returns how many ranks fit; the placement is only decided if all do. */
int round_robin_assign(const struct request *request, const struct domains *domains, int group,
                       struct placement *placement);

/* As printf; replaces an earlier reason. */
__attribute__((format(printf, 2, 3))) void placement_refuse(struct placement *placement,
                                                            const char *format, ...);

/* ---- locations as hwloc-calc writes them (hwloc(7), "Location Specification"): TYPE:RANGE --- */

enum { REST = -1 };

/* first, first + step and so on; `amount` of them, or REST. N:COUNT wraps around. */
struct range {
    int first, amount, step;
    bool wraps;
};

struct tuple {
    char type[32];
    struct range range;
    const char *rest; /* after the range: ".core:0", "+numa:1" or "" */
};

/* Reads one tuple. False, with the reason, if it is malformed or its type has no cores. */
bool tuple_read(const char *text, struct tuple *tuple, char *why, size_t why_size);

/* Reads a number below 65536 and advances past it. */
bool number_read(const char **text, int *number);
