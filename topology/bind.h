/* SPDX-License-Identifier: BSD-3-Clause */
/* Binding: pins and locates the ranks of all paths, threads and processes alike. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Loads the topology once per process; call before any rank binds. Not thread safe. False, with the
 * reason, if hwloc fails or HWLOC_SYNTHETIC or HWLOC_XMLFILE describes another machine. */
bool bind_open(char *why, size_t why_size);
void bind_close(void);

/* Pins the calling thread to one hardware thread (OS index) and reads the binding back.
 * False, with the reason, if the kernel did not do exactly that. Thread safe. */
bool bind_self(int pu, char *why, size_t why_size);

/* OS index of the hardware thread the calling thread last ran on; -1 if unknown. */
int bind_last_pu(void);

/* Where a hardware thread is: its largest cache, NUMA node and package, each identified on all
 * ranks by the OS index of its first hardware thread. 0 bytes and -1 for what hwloc does not know.
 * Thread safe. */
struct bind_place {
    size_t cache_bytes;
    int cache, node, package;
};
struct bind_place bind_place_of(int pu);

/* OS index of the NUMA node that holds all pages of [address, address + bytes): from the kernel
 * (move_pages). BIND_NODE_UNKNOWN if the kernel does not know, BIND_NODE_MIXED if several.
 * Untouched pages are ignored. */
enum { BIND_NODE_UNKNOWN = -1, BIND_NODE_MIXED = -2 };
int bind_node_of(const void *address, size_t bytes);

/* Binds the pages of [address, address + bytes), before the first touch, to the node with this OS
 * index, or interleaves them over all nodes for BIND_NODE_MIXED. False, with the reason, if the
 * kernel refuses. Thread safe. */
bool bind_pages(void *address, size_t bytes, int node, char *why, size_t why_size);
