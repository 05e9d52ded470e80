/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/internal.h"
#include "topology/placement.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const node_prefix = "node:", *const kind_prefix = "kind:";

const char *const *pages_policies(void)
{
    static const char *const forms[] = {
        "local", "root", "peer", "interleave", "node:N", "kind:NAME (such as kind:hbm)", NULL};

    return forms;
}

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_number(const char *text)
{
    int64_t number;

    return text_parse_number(text, 0, INT_MAX, &number);
}

bool pages_is_policy(const char *name)
{
    for (const char *const *form = pages_policies(); !strchr(*form, ':'); form++)
        if (strcmp(name, *form) == 0)
            return true;
    return (begins(name, node_prefix) && is_number(name + strlen(node_prefix))) ||
           (begins(name, kind_prefix) && name[strlen(kind_prefix)]);
}

/* The node of first touch by a hardware thread, or PAGES_ANYWHERE if it has no local memory. */
static int node_of_pu(const struct machine *machine, int pu)
{
    hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(machine->topology, (unsigned)pu);

    for (; object; object = object->parent) {
        const hwloc_obj_t node = object_node(object);

        if (node)
            return node->attr->numanode.local_memory ? (int)node->os_index : PAGES_ANYWHERE;
    }
    return PAGES_ANYWHERE;
}

static bool is_of_kind(hwloc_obj_t node, const char *kind)
{
    if (node->subtype && strcasecmp(node->subtype, kind) == 0)
        return true;
    return node->subtype && strcasecmp(kind, "hbm") == 0 &&
           strcasecmp(node->subtype, "MCDRAM") == 0;
}

/* The node of this kind nearest to a hardware thread: the one with the smallest locality that
 * contains it, else the first. -1 if there is none. */
static int node_of_kind(const struct machine *machine, const char *kind, int pu)
{
    hwloc_obj_t node = NULL, best = NULL;
    int best_weight = 0;

    while ((node = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_NUMANODE, node))) {
        const bool near = hwloc_bitmap_isset(node->cpuset, (unsigned)pu);
        const int weight = hwloc_bitmap_weight(node->cpuset);

        if (!is_of_kind(node, kind))
            continue;
        if (!best || (near && (!best_weight || weight < best_weight))) {
            best = node;
            best_weight = near ? weight : 0;
        }
    }
    return best ? (int)best->os_index : -1;
}

static char *kinds_text(const struct machine *machine)
{
    char *text = NULL;
    hwloc_obj_t node = NULL;

    while ((node = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_NUMANODE, node))) {
        char *longer;

        if (!node->subtype || (text && strstr(text, node->subtype)))
            continue;
        longer = text_format("%s%s%s", text ? text : "", text ? ", " : "", node->subtype);
        free(text);
        text = longer;
    }
    return text ? text : text_format("none named");
}

static bool node_exists(const struct machine *machine, int index)
{
    hwloc_const_nodeset_t allowed = hwloc_topology_get_allowed_nodeset(machine->topology);

    return hwloc_get_numanode_obj_by_os_index(machine->topology, (unsigned)index) &&
           hwloc_bitmap_isset(allowed, (unsigned)index);
}

/* The node of one rank; *refused receives the reason if there is none. */
static int node_of_rank(const struct machine *machine, const char *policy,
                        const struct placement *placement, int rank, char **refused)
{
    const int peer = (rank ^ 1) < placement->ranks ? rank ^ 1 : rank;
    int node;

    if (strcmp(policy, "local") == 0)
        return node_of_pu(machine, placement->pus[rank]);
    if (strcmp(policy, "root") == 0 || strcmp(policy, "peer") == 0) {
        const bool root = strcmp(policy, "root") == 0;

        node = node_of_pu(machine, placement->pus[root ? 0 : peer]);
        if (node == PAGES_ANYWHERE)
            *refused = text_format("rank %d%s runs where there is no local memory", root ? 0 : rank,
                                   root ? "" : "'s partner");
        return node;
    }
    if (strcmp(policy, "interleave") == 0)
        return PAGES_INTERLEAVED;
    if (begins(policy, node_prefix)) {
        node = atoi(policy + strlen(node_prefix));
        if (!node_exists(machine, node))
            *refused = text_format("this machine has no usable NUMA node %d", node);
        return node;
    }
    const char *kind = policy + strlen(kind_prefix);

    node = node_of_kind(machine, kind, placement->pus[rank]);
    if (node < 0) {
        char *kinds = kinds_text(machine);

        *refused =
            text_format("this machine has no memory of the kind %s; hwloc knows: %s", kind, kinds);
        free(kinds);
    }
    return node;
}

struct pages *pages_plan(const struct machine *machine, const char *policy,
                         const struct placement *placement)
{
    struct pages *pages = memory_zeroed(1, sizeof *pages);

    pages->name = text_format("%s", policy);
    pages->ranks = placement->ranks;
    pages->bound = strcmp(policy, "local") != 0;
    pages->nodes = memory_zeroed((size_t)placement->ranks, sizeof *pages->nodes);
    for (int rank = 0; rank < placement->ranks && !pages->refused; rank++)
        pages->nodes[rank] = node_of_rank(machine, policy, placement, rank, &pages->refused);
    if (pages->refused) {
        free(pages->nodes);
        pages->nodes = NULL;
    }
    return pages;
}

void pages_free(struct pages *pages)
{
    if (!pages)
        return;
    free(pages->name);
    free(pages->nodes);
    free(pages->refused);
    free(pages);
}
