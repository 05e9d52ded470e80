/* SPDX-License-Identifier: BSD-3-Clause */
/* What the firmware says of the memories: figures for drawings and records, measured by nobody. */
#ifndef TOPOLOGY_FIRMWARE_H
#define TOPOLOGY_FIRMWARE_H

#include "topology/inside.h"

/* Latencies between NUMA nodes, where 10 is a node's own. NULL if hwloc knows none. The caller
 * releases them with hwloc_distances_release. */
struct hwloc_distances_s *latencies_find(hwloc_topology_t topology);

/* A bandwidth or latency of a NUMA node, seen from some hardware threads. */
struct figure {
    hwloc_obj_t node;
    const char *attribute; /* hwloc's word: "ReadBandwidth" */
    const char *unit;
    hwloc_bitmap_t from;
    uint64_t value;
};

struct figures {
    struct figure *list;
    int count;
};

struct figures figures_find(const struct machine *machine);
void figures_free(struct figures *figures);

/* "read bandwidth"; the caller frees. */
char *figure_text(const struct figure *figure);

#endif
