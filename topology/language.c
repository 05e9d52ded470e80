/* SPDX-License-Identifier: BSD-3-Clause */
/* The words in which a placement is asked for; docs/placement.md describes them. */
#include "topology/policies/policy.h"

#include <stdio.h>
#include <string.h>

static const struct policy *const policies[] = {
    &policy_bus, &policy_crossbar, &policy_agent,   &policy_smt,    &policy_core,     &policy_l2,
    &policy_l3,  &policy_numa,     &policy_package, &policy_spread, &policy_distance, &policy_pu,
};

enum { POLICIES = sizeof(policies) / sizeof(policies[0]) };

const char *const *placement_names(void)
{
    static const char *names[3];

    names[0] = policy_bus.name;
    names[1] = policy_crossbar.name;
    return names;
}

const char *const *placement_names_all(void)
{
    static const char *names[POLICIES + 1];
    int count = 0;

    for (int i = 0; i < POLICIES; i++)
        if (!policies[i]->check)
            names[count++] = policies[i]->name;
    names[count] = NULL;
    return names;
}

const struct policy *policy_find(const char *name, const char **parameter)
{
    size_t length = strcspn(name, ":");

    for (int i = 0; i < POLICIES; i++)
        if (strlen(policies[i]->name) == length && !strncmp(policies[i]->name, name, length) &&
            !policies[i]->check == !name[length]) {
            *parameter = name[length] ? name + length + 1 : NULL;
            return policies[i];
        }
    *parameter = name;
    return name[length] ? &policy_location : NULL;
}

const char *placement_meaning(const char *name)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);

    return policy ? policy->meaning : NULL;
}

/* Someone who writes "distance" wants to know how it goes on, others what there is. */
static void unknown_explain(const char *name, char *why, size_t why_size)
{
    size_t used;

    for (int i = 0; i < POLICIES; i++)
        if (policies[i]->form && !strcmp(policies[i]->name, name)) {
            snprintf(why, why_size, "placement `%s` is written %s", name, policies[i]->form);
            return;
        }
    snprintf(why, why_size, "no placement `%s`; there are:", name);
    for (int i = 0; i < POLICIES; i++) {
        used = strlen(why);
        snprintf(why + used, why_size - used, " %s,",
                 policies[i]->form ? policies[i]->form : policies[i]->name);
    }
    used = strlen(why);
    snprintf(why + used, why_size - used, " %s", policy_location.form);
}

bool placement_is_name(const char *name, char *why, size_t why_size)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);
    char reason[256] = "";

    if (!policy)
        unknown_explain(name, why, why_size);
    else if (policy->check && !policy->check(parameter, reason, sizeof(reason)))
        snprintf(why, why_size, "placement `%s`: %s", name, reason);
    else
        return true;
    return false;
}

const char *placement_help(void)
{
    return "Placements decide who sits where. Ranks get distinct cores unless it says otherwise,\n"
           "cores of one kind where there are enough, in hwloc's logical order.\n"
           "  bus         under the smallest cache, memory or package that holds all ranks\n"
           "  crossbar    neighbours in rank on different NUMA nodes (or packages)\n"
           "  agent       ranks 0 and 1, 2 and 3, ... share a node, the next pair is elsewhere\n"
           "  smt         siblings: fill the hardware threads of one core, then the next\n"
           "  core        packed, whatever the cores share\n"
           "  l2, l3      under one cache of that level\n"
           "  numa        under one NUMA node\n"
           "  package     under one package\n"
           "  spread      as far from each other as hwloc_distrib puts them\n"
           "  distance:K  pairs (0 and 1, 2 and 3, ...) at the machine's K-th nearest distance\n"
           "  pu:0+2+5-7  these hardware threads in this order, numbered by the operating system\n"
           "  numa:0.core:0-3\n"
           "              locations as hwloc-calc writes them, in logical order; several are\n"
           "              joined by +; ranges are N, N-M, N-, N:COUNT (wraps), all, odd, even\n"
           "What this machine cannot offer is refused with the reason.\n";
}
