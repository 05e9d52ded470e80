/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal to topology/: hwloc's objects, and texts for them. */
#pragma once

#include "comops/ranks/text/text.h"
#include "topology/machine.h"

#include <hwloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A core with at least one usable hardware thread. */
struct core {
    hwloc_obj_t object; /* the Core, or the PU if hwloc knows of no cores */
    const int *pus;     /* OS indices of its usable hardware threads, in logical order */
    int pu_count;
    int speed; /* the number of its kind: higher for performance cores */
};

struct span {
    uint64_t low, high; /* 0: unknown */
};

/* Cores that are alike, by what hwloc knows. */
struct kind {
    hwloc_bitmap_t pus;
    int ranking;      /* hwloc's, higher for performance cores; -1: unknown */
    const char *type; /* hwloc's "CoreType"; NULL: unknown */
    struct span MHz, capacity;
    uint64_t siblings, l2, l2_of_core; /* hardware threads; bytes; 0: unknown */
};

struct machine {
    hwloc_topology_t topology;
    hwloc_bitmap_t usable; /* hardware threads allowed by the cgroup and the caller's mask */
    struct core *cores;    /* in logical order */
    int core_count;
    int *pus;
    int pu_count;
    struct kind *kinds; /* the slowest first */
    int kind_count;
};

void kinds_find(struct machine *machine);
void kinds_free(struct machine *machine);
/* The number of the kind of a hardware thread's core. */
int kind_of_pu(const struct machine *machine, unsigned pu);

/* Loads without hwloc's own messages: the caller reports errors. */
int hwloc_load_quietly(hwloc_topology_t topology);

/* The object itself or the nearest one around it of this type; NULL if there is none. */
hwloc_obj_t object_within(hwloc_obj_t object, hwloc_obj_type_t type);
/* The core of a hardware thread; itself if hwloc knows of no cores. */
hwloc_obj_t object_core(hwloc_obj_t pu);
/* The first NUMA node attached to this object, also below memory-side caches; NULL if none. */
hwloc_obj_t object_node(hwloc_obj_t object);
/* The next node attached to the same object. */
hwloc_obj_t object_node_next(hwloc_obj_t node);
/* True if the object contains one of the core's hardware threads. */
bool object_contains(hwloc_obj_t object, const struct core *core);
/* True if this is one of the core's usable hardware threads. */
bool core_contains(const struct core *core, int pu);
/* Number of cores below an object, usable or not. */
int object_cores(const struct machine *machine, hwloc_obj_t object);

/* Texts; the caller frees. "NUMA node", "L3 #0 (32 MiB)", "cores 0-1,4". */
const char *object_noun(hwloc_obj_t object);
char *object_text(hwloc_obj_t object);
char *cores_text(const struct core *const *cores, int count);
/* Appends `more`, which it frees, after the separator unless one of them is empty. */
void text_join(char **text, const char *separator, char *more);
char *indexes_text(const char *singular, const char *plural, hwloc_const_bitmap_t indexes);

/* Memory attributes are reported by the firmware, not measured; for drawings and records. */

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

/* calloc that never returns NULL. */
void *memory_zeroed(size_t count, size_t size);

/* ---- distances between the cores of a machine, as docs/placement.md defines them ----------- */

/* Nearest first; within one kind a smaller value is nearer. */
enum distance_kind {
    DISTANCE_SIBLINGS, /* hardware threads of one core */
    DISTANCE_CACHE,    /* value: the cache's level */
    DISTANCE_LOCAL,    /* one package, and one memory as far as known; value: levels between */
    DISTANCE_NODE,     /* one memory, several packages; value: likewise */
    DISTANCE_PACKAGE,  /* one package, several memories; value: latency */
    DISTANCE_REMOTE,   /* value: latency */
};

struct distance {
    enum distance_kind kind;
    uint64_t value;
};

struct distances {
    const struct machine *machine;
    struct hwloc_distances_s *latencies; /* between NUMA nodes; NULL if hwloc knows none */
    bool nodeless;                       /* some cores belong to no NUMA node */
    struct distance *list;               /* all distances, nearest first */
    int count;
};

struct distances distances_find(const struct machine *machine);
/* Without the list: enough to tell the distance between two cores. */
struct distances distances_open(const struct machine *machine);
void distances_free(struct distances *distances);

/* Between two cores, or between the hardware threads of one. */
struct distance distance_between(const struct distances *distances, const struct core *one,
                                 const struct core *other);
bool distance_equal(struct distance one, struct distance other);
bool distance_farther(struct distance one, struct distance other);
/* "in one L3", "in different packages (latency 21)"; the caller frees. */
char *distance_text(const struct distances *distances, const struct core *one,
                    const struct core *other);
