/* SPDX-License-Identifier: BSD-3-Clause */
/* Distances between the cores of a machine, as docs/placement.md defines them. */
#pragma once

#include "topology/internal.h"

/* Nearest first; within one kind a smaller value is nearer. */
enum distance_kind {
    DISTANCE_SIBLINGS, /* hardware threads of one core */
    DISTANCE_CACHE,    /* value: the cache's level */
    DISTANCE_LOCAL,    /* one memory, one package; value: levels of the tree in between */
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
