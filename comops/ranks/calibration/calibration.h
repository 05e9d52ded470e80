/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost of memory accesses on this machine, measured between two of its cores. The addresses are
 * spread over many places, because how far a line travels depends on its address. The simulator of
 * cache coherence uses the results (extensions/simulate/docs/simulation.md). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Over the places. NAN: not measured, because this program knows no instruction that evicts lines,
 * or the value exceeds what the probe can measure. */
struct quantity {
    double median, low, high; /* with the quartiles */
};

/* A quantity of the first core alone, or of the pair. */
struct probe_name {
    const char *name; /* with its unit: "modified_ns" */
    const char *meaning;
    bool pair;
};

enum { CALIBRATION_PROBES = 19 };
extern const struct probe_name *calibration_probe(int index);

/* The caches of a core, bytes; 0: unknown. */
struct core_caches {
    size_t first;   /* level */
    size_t largest; /* that no other core shares */
};

/* Measures on these two hardware threads (OS indices), with new threads and pages, for a quarter of
 * a second. False if threads, memory or bindings are refused. bind_open must have been called. */
bool calibration_measure(const int pus[2], struct core_caches caches,
                         struct quantity quantities[CALIBRATION_PROBES]);
