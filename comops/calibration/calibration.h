/* SPDX-License-Identifier: BSD-3-Clause */
/* What accesses to memory cost on this machine: measured between two of its cores, from addresses
 * in many places, because how far a line travels depends on its address. The simulator of cache
 * coherence takes its parameters from it (docs/simulation.md). */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Over the places; NAN: not measured, for this program knows no instruction that evicts lines, or
 * the value was beyond what the probe can tell. */
struct quantity {
    double median, low, high; /* with the quartiles */
};

/* Of the first core alone, or of the pair. */
struct probe_name {
    const char *name; /* with its unit: "modified_ns" */
    const char *meaning;
    bool pair;
};

enum { CALIBRATION_PROBES = 19 };
extern const struct probe_name *calibration_probe(int index);

/* On these two hardware threads (OS indices), with new threads and pages: half a second.
 * `core_cache`: bytes of the largest cache that a core has alone, 0 if unknown. False if threads,
 * memory or bindings are refused. bind_open must have been called. */
bool calibration_measure(const int pus[2], size_t core_cache,
                         struct quantity quantities[CALIBRATION_PROBES]);
