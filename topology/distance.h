/* SPDX-License-Identifier: BSD-3-Clause */
/* How far the cores of a machine are from each other; docs/placement.md says what counts. */
#ifndef TOPOLOGY_DISTANCE_H
#define TOPOLOGY_DISTANCE_H

#include "topology/inside.h"

/* Nearer ones come first; within one kind a smaller value is nearer. */
enum distance_kind {
    DISTANCE_SIBLINGS, /* hardware threads of one core */
    DISTANCE_CACHE,    /* value: the cache's level */
    DISTANCE_LOCAL,    /* one memory and one package; value: levels of the tree in between */
    DISTANCE_NODE,     /* one memory, several packages; value likewise */
    DISTANCE_PACKAGE,  /* one package, several memories; value: latency */
    DISTANCE_APART,    /* value: latency */
};

struct distance {
    enum distance_kind kind;
    uint64_t value;
};

struct distances {
    const struct machine *machine;
    struct hwloc_distances_s *latencies; /* between NUMA nodes; NULL if hwloc knows none */
    struct distance *list;               /* all there are, nearest first */
    int count;
};

struct distances distances_find(const struct machine *machine);
void distances_free(struct distances *distances);

/* Between two cores; a core and itself: between its hardware threads. */
struct distance distance_between(const struct distances *distances, const struct core *one,
                                 const struct core *other);
bool distance_equal(struct distance one, struct distance other);
/* "in one L3", "in different packages (latency 21)"; the caller frees. */
char *distance_text(const struct distances *distances, const struct core *one,
                    const struct core *other);

#endif
