/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory attributes reported by the firmware, not measured; for drawings and records. */
#pragma once

#include "topology/internal.h"

/* Latencies between NUMA nodes; 10 means within a node. NULL if hwloc knows none. The caller
 * releases them with hwloc_distances_release. */
struct hwloc_distances_s *memory_latencies_find(hwloc_topology_t topology);

/* Bandwidth or latency of a NUMA node, as seen from some hardware threads. */
struct memory_attribute {
    hwloc_obj_t node;
    const char *name; /* in hwloc: "ReadBandwidth" */
    const char *unit;
    hwloc_bitmap_t from;
    uint64_t value;
};

struct memory_attributes {
    struct memory_attribute *list;
    int count;
};

struct memory_attributes memory_attributes_find(const struct machine *machine);
void memory_attributes_free(struct memory_attributes *attributes);

/* "read bandwidth"; the caller frees. */
char *memory_attribute_text(const struct memory_attribute *attribute);
