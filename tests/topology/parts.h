/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of a machine that matter to placements, and who sits in them, found in machine_json
 * alone. */
#pragma once

#include "topology/placement.h"

#include <jansson.h>
#include <stdbool.h>

/* "numa_nodes" if there are several with cores, else "packages" if there are, else NULL. */
const char *domain_kind(const json_t *json);
/* The hardware threads of the part that one is in: the smallest of the listed parts that has it.
 * NULL: none has. */
const json_t *domain_among(const json_t *json, const char *parts, int pu);
/* Cores in each domain, for all domains with cores; returns how many domains there are. */
int domains_count(const json_t *json, const char *parts, int cores[], int most);
/* True if two hardware threads are in different domains; the machine has several. */
bool domains_differ(const json_t *json, int one, int other);

/* No two ranks on one core, or on one hardware thread. */
bool seats_distinct(const struct placement *placement, const json_t *json, bool by_core);
/* Two placements on two machines: the same seats, each as core and sibling instead of the operating
 * system's number, or refused for the same reason. */
bool seats_same(const struct placement *one, const json_t *one_json, const struct placement *other,
                const json_t *other_json);
