/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/bind.h"

#include "topology/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hwloc_topology_t bind_topology; /* hwloc allows concurrent use after loading */

/* Ranks only need hardware threads, NUMA nodes and caches. */
static bool topology_load(hwloc_topology_t topology)
{
    return !hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE) &&
           !hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL) &&
           !hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING) &&
           !hwloc_load_quietly(topology);
}

bool bind_open(char *why, size_t why_size)
{
    hwloc_topology_t topology;

    if (bind_topology)
        return true;
    errno = 0;
    if (hwloc_topology_init(&topology)) {
        snprintf(why, why_size, "hwloc failed to initialize: %s", strerror(errno));
        return false;
    }
    if (!topology_load(topology))
        snprintf(why, why_size, "hwloc cannot detect this machine: %s", strerror(errno));
    else if (!hwloc_topology_is_thissystem(topology))
        snprintf(why, why_size,
                 "HWLOC_SYNTHETIC or HWLOC_XMLFILE describes another machine, on which nothing can "
                 "be bound");
    else
        bind_topology = topology;
    if (!bind_topology)
        hwloc_topology_destroy(topology);
    return bind_topology != NULL;
}

void bind_close(void)
{
    if (bind_topology)
        hwloc_topology_destroy(bind_topology);
    bind_topology = NULL;
}

static bool binding_set(hwloc_const_bitmap_t wanted, int pu, char *why, size_t why_size)
{
    errno = 0;
    if (!hwloc_set_cpubind(bind_topology, wanted, HWLOC_CPUBIND_THREAD | HWLOC_CPUBIND_STRICT))
        return true;
    snprintf(why, why_size, "hardware thread %d: the kernel refuses the binding: %s", pu,
             strerror(errno));
    return false;
}

static bool binding_check(hwloc_const_bitmap_t wanted, int pu, char *why, size_t why_size)
{
    hwloc_bitmap_t found = hwloc_bitmap_alloc();
    char list[128] = "unknown ones";
    bool read, same;

    read = found && !hwloc_get_cpubind(bind_topology, found, HWLOC_CPUBIND_THREAD);
    same = read && hwloc_bitmap_isequal(found, wanted);
    if (read)
        hwloc_bitmap_list_snprintf(list, sizeof(list), found);
    if (!same)
        snprintf(why, why_size, "hardware thread %d: the kernel bound to %s instead", pu, list);
    hwloc_bitmap_free(found);
    return same;
}

static hwloc_obj_t pu_find(int pu)
{
    if (!bind_topology || pu < 0)
        return NULL;
    return hwloc_get_pu_obj_by_os_index(bind_topology, (unsigned)pu);
}

bool bind_self(int pu, char *why, size_t why_size)
{
    hwloc_obj_t object = pu_find(pu);

    if (object)
        return binding_set(object->cpuset, pu, why, why_size) &&
               binding_check(object->cpuset, pu, why, why_size);
    if (bind_topology)
        snprintf(why, why_size, "hardware thread %d: not available to this process", pu);
    else
        snprintf(why, why_size, "bind_open has not been called");
    return false;
}

int bind_last_pu(void)
{
    hwloc_bitmap_t found = hwloc_bitmap_alloc();
    int pu = -1;

    if (bind_topology && found &&
        !hwloc_get_last_cpu_location(bind_topology, found, HWLOC_CPUBIND_THREAD))
        pu = hwloc_bitmap_first(found);
    hwloc_bitmap_free(found);
    return pu;
}

struct bind_place bind_place_of(int pu)
{
    struct bind_place place = {.cache = -1, .node = -1, .package = -1};

    for (hwloc_obj_t object = pu_find(pu); object; object = object->parent) {
        const int first = hwloc_bitmap_first(object->cpuset);

        if (hwloc_obj_type_is_dcache(object->type) &&
            object->attr->cache.size > place.cache_bytes) {
            place.cache_bytes = object->attr->cache.size;
            place.cache = first;
        }
        if (object->memory_arity && place.node < 0)
            place.node = first;
        if (object->type == HWLOC_OBJ_PACKAGE)
            place.package = first;
    }
    return place;
}

int bind_node_of(const void *address, size_t bytes)
{
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    int node = BIND_NODE_UNKNOWN;

    if (bind_topology && nodes && bytes &&
        !hwloc_get_area_memlocation(bind_topology, address, bytes, nodes, HWLOC_MEMBIND_BYNODESET))
        node = hwloc_bitmap_weight(nodes) > 1 ? BIND_NODE_MIXED : hwloc_bitmap_first(nodes);
    hwloc_bitmap_free(nodes);
    return node;
}

bool bind_pages(void *address, size_t bytes, int node, char *why, size_t why_size)
{
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    const hwloc_membind_policy_t policy =
        node == BIND_NODE_MIXED ? HWLOC_MEMBIND_INTERLEAVE : HWLOC_MEMBIND_BIND;
    bool good = nodes && bind_topology;

    if (good && node == BIND_NODE_MIXED)
        good = !hwloc_bitmap_copy(nodes, hwloc_topology_get_allowed_nodeset(bind_topology));
    else if (good)
        good = !hwloc_bitmap_only(nodes, (unsigned)node);
    errno = 0;
    good = good && !hwloc_set_area_membind(bind_topology, address, bytes, nodes, policy,
                                           HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT);
    if (!good)
        snprintf(why, why_size, "the kernel refuses to place the pages there: %s",
                 errno ? strerror(errno) : "no such node");
    hwloc_bitmap_free(nodes);
    return good;
}
