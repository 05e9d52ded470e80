/* SPDX-License-Identifier: BSD-3-Clause */
/* A simulated machine, read from its description (simulation.md, "A machine's description").
 * Times are in nanoseconds, rates in bytes per nanosecond (GB/s). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    CORES_MOST = 512,
    LLCS_MOST = 64, /* with a capacity */
    RESOURCES_MOST = 4096,
    ROUTE_MOST = 4,
    MACHINE_STORES_MOST = 256
};

/* The distance between two cores: the smallest unit that contains both. */
enum distance {
    DISTANCE_OWN,
    DISTANCE_LLC,
    DISTANCE_NODE,
    DISTANCE_SOCKET,
    DISTANCE_FAR,
    DISTANCES
};

enum protocol {
    PROTOCOL_MESI,
    PROTOCOL_MESIF,
    PROTOCOL_MOESI,
    PROTOCOL_INTEL,
    PROTOCOL_SKYLAKE,
    PROTOCOLS
};

/* A resource carries lines one after the other: a bus, a port of a crossbar or of a cache, a link,
 * a memory. */
enum resource_kind { RESOURCE_BUS, RESOURCE_PORT, RESOURCE_LINK, RESOURCE_MEMORY, RESOURCE_KINDS };
struct resource {
    char name[32];
    enum resource_kind kind;
    double rate;
};

struct core {
    int llc, node, socket; /* equal for cores that share the unit */
    int domain;            /* for routes */
    int cache_port;        /* resource crossed by lines that its own cache supplies; -1 */
    int llc_port;          /* resource crossed by lines that its llc supplies; -1 */
};

struct machine {
    char name[64];
    enum protocol protocol;
    int cores, llcs, nodes, domains, resources;
    struct core core[CORES_MOST];
    struct resource resource[RESOURCES_MOST];
    const double
        *transfer; /* cores x cores: a load of a line that is modified in the other's cache */
    double shared[DISTANCES]; /* a load of a clean line whose nearest copy is at this distance */
    const double *memory;     /* nodes x nodes: a load from the memory of a node */
    const int *memory_of;     /* resource of each node's memory */
    const int *routes;        /* domains x domains x ROUTE_MOST: resources crossed, -1: no more */
    double hit, store, pause, atomic, fence;
    double window;          /* how far a core runs ahead of a pending load */
    int outstanding;        /* misses of one core at a time */
    size_t first_bytes;     /* of a core's first-level cache; 0: not known */
    double first_rate;      /* peak rate of modified lines that another core fetches from there */
    double first_copy_rate; /* memcpy of the core's own data there */
    double back_rate;       /* peak rate of lines that a core takes back after others have read
                               what it wrote; 0: not known */
    int reader_takes;       /* a load takes a line that another core modified: 1, or shares it: 0;
                               -1: as in the protocol */
    int stores;             /* entries of a store buffer */
    double copy_rate;       /* memcpy in a core's own cache */
    double reduce_per_byte; /* arithmetic of a reduction */
    double futex;           /* sleep and wake-up; 0: waits never sleep */
    double futex_call;      /* a system call that wakes nobody */
    size_t cache_bytes;     /* of one core alone */
    size_t llc_bytes;       /* shared by the cores of an llc */
};

/* Reads a description; NULL, with *why set to a text that names the file and the member, if it is
 * not one. */
struct machine *machine_read(const char *file, const char **why);
void machine_free(struct machine *machine);
enum distance machine_distance(const struct machine *machine, int core, int other);
