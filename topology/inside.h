/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of topology/ share and nobody else sees: hwloc's objects, and words for them. */
#ifndef TOPOLOGY_INSIDE_H
#define TOPOLOGY_INSIDE_H

#include "comops/text/text.h"
#include "topology/machine.h"

#include <hwloc.h>
#include <stdbool.h>
#include <stdint.h>

/* A core with at least one usable hardware thread. */
struct core {
    hwloc_obj_t object; /* the Core, or the PU where hwloc knows of no cores */
    const int *pus;     /* OS indices of its usable hardware threads, in logical order */
    int pu_count;
    int speed; /* hwloc's rank of its kind: performance cores above efficiency cores */
};

struct machine {
    hwloc_topology_t topology;
    hwloc_bitmap_t usable; /* hardware threads that the cgroup and the caller's mask leave */
    struct core *cores;    /* in logical order */
    int core_count;
    int *pus;
    int pu_count;
    char *summary;
};

/* Runs an hwloc call without hwloc's own messages: the caller says what went wrong. */
int hwloc_load_quietly(hwloc_topology_t topology);

/* machine_summary(); the caller frees. */
char *summary_text(const struct machine *machine);

/* The core that a hardware thread belongs to; itself where hwloc knows of no cores. */
hwloc_obj_t object_core(hwloc_obj_t pu);
/* The first NUMA node attached right here, below memory-side caches too; NULL if none. */
hwloc_obj_t object_node(hwloc_obj_t object);
/* The same for the next node attached to the same object. */
hwloc_obj_t object_node_next(hwloc_obj_t node);
/* True if one of the core's hardware threads belongs to the object. */
bool object_holds(hwloc_obj_t object, const struct core *core);
/* True if this is one of the core's usable hardware threads. */
bool core_has(const struct core *core, int pu);
/* How many cores below an object, usable or not. */
int object_cores(const struct machine *machine, hwloc_obj_t object);
/* How many of the machine's usable cores belong to the object. */
int object_usable_cores(const struct machine *machine, hwloc_obj_t object);

/* Words; the caller frees. "NUMA node", "L3 #0 (32 MiB)", "32 MiB", "cores 0-1,4". */
const char *object_noun(hwloc_obj_t object);
char *object_text(hwloc_obj_t object);
char *size_text(uint64_t bytes);
char *cores_text(const struct core *const *cores, int count);
char *indexes_text(const char *singular, const char *plural, hwloc_const_bitmap_t indexes);

/* calloc and realloc that never return NULL. */
void *memory_zeroed(size_t count, size_t size);
void *memory_resized(void *memory, size_t bytes);

#endif
