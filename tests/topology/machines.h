/* SPDX-License-Identifier: BSD-3-Clause */
/* Machines to test on, and look-ups in machine_json: tests do not ask hwloc. */
#pragma once

#include "topology/machine.h"
#include "tests/topology/json_reader.h"
#include "topology/placement.h"

#include <stdbool.h>
#include <stdint.h>

/* NULL-terminated: files in machines/, and hwloc's descriptions of synthetic machines. */
extern const char *const machine_files[], *const machine_synthetics[];

/* Loads one of them by name; exits if that fails. */
struct machine *machine_open(const char *name);

enum { MOST_DOMAINS = 8, MOST_PUS = 64 };

/* A machine of hardware threads grouped in packages that are NUMA nodes, of any sizes. */
struct sketch {
    int domains;
    int cores[MOST_DOMAINS]; /* of each domain */
    int siblings;            /* hardware threads per core */
    int numbers[MOST_PUS];   /* OS index of each hardware thread, in logical order */
};
/* Numbers the hardware threads in logical order, or shuffled. */
void sketch_number(struct sketch *sketch, uint64_t *seed, bool shuffled);
/* At most 5 domains of at most 6 cores. */
struct sketch sketch_random(uint64_t *seed, bool shuffled);
struct machine *sketch_open(const struct sketch *sketch);

/* A random number from 0 to most - 1; advances the seed. */
int random_below(uint64_t *seed, int most);

/* 0 to count - 1, in order for NULL, else shuffled. */
void numbers_fill(int *numbers, int count, uint64_t *seed);

/* Position of a hardware thread in a "pus" list, or -1. */
int pus_find(const json_t *pus, int pu);
/* The number of its core and its number within the core; -1 if there is none. */
int core_of(const json_t *machine, int pu, int *sibling);
