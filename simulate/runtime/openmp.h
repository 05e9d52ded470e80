/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP for simulated ranks: GCC's entry points, so that sources compiled with -fopenmp link with
 * it. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

/* Opens a new team, in memory of the allocating rank. False if there is no memory. */
bool openmp_open(int ranks, const struct machine *machine);
