/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine as hwloc describes it, reduced to what placements and records need. Only topology/
 * includes hwloc. */
#pragma once

#include "comops/ranks/text/json.h"

#include <stdbool.h>
#include <stddef.h>

struct machine;

/* Loads this machine, or the one saved in an hwloc XML file when xml is not NULL. Only hardware
 * threads allowed by the cgroup's cpuset and the caller's affinity mask are usable. HWLOC_SYNTHETIC
 * and HWLOC_XMLFILE work as hwloc documents them, but invalid ones are refused. Returns NULL and
 * fills `why` on failure. */
struct machine *machine_load(const char *xml, char *why, size_t why_size);
void machine_free(struct machine *machine);

/* The usable hardware threads by their OS indices, "0-3,8"; the caller frees. */
char *machine_usable(const struct machine *machine);

/* True if this is the machine the program runs on: only then can ranks be bound. */
bool machine_is_here(const struct machine *machine);

/* The processor's name, or NULL if hwloc does not know it. */
const char *machine_model(const struct machine *machine);

/* Adds to an object, for programs (comops machine --json): here, hwloc (its version),
 * usable_cores, usable_pus, and the lists
 *   packages, numa_nodes  {index, os_index, bytes (of memory), pus}
 *   caches                {index, type, bytes, pus}
 *   cores                 {index, usable, pus, usable_pus}
 *   kinds                 {speed (higher is faster), pus, type (NULL: unknown), MHz (the least and
 *                         the most; absent if unknown)}; empty if all cores are of one kind
 *   memory                {node, attribute ("bandwidth", "latency"), unit, value, from_pus}
 * and the objects
 *   latencies             {nodes, values}: a row and a column per NUMA node; empty if unknown
 *   tree                  {type, index, os_index or bytes, pus, usable, memory, children}, nested
 *                         from the machine to the hardware threads; memory as in numa_nodes
 * `index` and `node` count in hwloc's logical order, hardware threads are OS indices. */
void machine_add_json(const struct machine *machine, struct json *json);

/* hwloc's XML, for the record; the caller frees. NULL if hwloc cannot write it. */
char *machine_xml(const struct machine *machine);
