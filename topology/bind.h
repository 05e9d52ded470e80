/* SPDX-License-Identifier: BSD-3-Clause */
/* The deeds: every rank of every path, thread or process, is pinned and looked up by this code. */
#ifndef TOPOLOGY_BIND_H
#define TOPOLOGY_BIND_H

#include <stdbool.h>
#include <stddef.h>

/* Loads the topology once per process; call before any rank binds. Not thread safe. False, with
 * the reason, where hwloc fails or HWLOC_SYNTHETIC or HWLOC_XMLFILE describe another machine. */
bool bind_open(char *why, size_t why_size);
void bind_close(void);

/* Pins the calling thread to one hardware thread (OS index) and reads the binding back.
 * False, with the reason, if the kernel did not do exactly that. Thread safe. */
bool bind_self(int pu, char *why, size_t why_size);

/* OS index of the hardware thread the calling thread was last seen on; -1 if unknown. */
int bind_last_pu(void);

/* The largest cache of a hardware thread: its bytes, and the OS index of its first hardware thread,
 * by which all ranks name it alike. {0, -1} where hwloc knows of none. Thread safe. */
struct bind_cache {
    size_t bytes;
    int name;
};
struct bind_cache bind_cache_of(int pu);

/* OS index of the NUMA node that holds all pages of [address, address + bytes): the kernel's own
 * answer (move_pages). BIND_NODE_UNKNOWN if the kernel does not say, BIND_NODE_MIXED if several.
 * Pages never touched count as nowhere and are ignored. */
enum { BIND_NODE_UNKNOWN = -1, BIND_NODE_MIXED = -2 };
int bind_node_of(const void *address, size_t bytes);

/* Tells the kernel, before the first touch, where the pages of [address, address + bytes) go: to
 * the node with this OS index, or with BIND_NODE_MIXED to all nodes in turn. False, with the
 * reason, if it does not do that. Thread safe. */
bool bind_pages(void *address, size_t bytes, int node, char *why, size_t why_size);

#endif
