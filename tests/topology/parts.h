/* SPDX-License-Identifier: BSD-3-Clause */
/* Domains of a machine and the ranks in them, from machine_json alone. */
#pragma once

#include "tests/topology/json_reader.h"
#include "topology/placement.h"

#include <stdbool.h>

/* "numa_nodes" if there are several with cores, else "packages" if there are, else NULL. */
const char *domain_kind(const json_t *json);
/* The hardware threads of the smallest listed part that has this one; NULL if none has. */
const json_t *domain_among(const json_t *json, const char *parts, int pu);
/* Cores in each domain, for all domains with cores; returns how many domains there are. */
int domains_count(const json_t *json, const char *parts, int cores[], int most);
/* True if two hardware threads are in different domains of this kind; the machine has several. */
bool domains_differ(const json_t *json, const char *kind, int one, int other);

/* No two ranks on one core, or on one hardware thread. */
bool ranks_distinct(const struct placement *placement, const json_t *json, bool by_core);
/* True if two placements on two machines have the same cores and siblings, whatever their OS
 * indices, or are refused for the same reason. */
bool placements_match(const struct placement *one, const json_t *one_json,
                      const struct placement *other, const json_t *other_json);
