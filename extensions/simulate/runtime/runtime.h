/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls for the program that hosts simulated ranks. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

/* ---- OpenMP: GCC's entry points, so that sources compiled with -fopenmp link with it --------- */

/* Opens a new team, in memory of the allocating rank. False if there is no memory. */
bool openmp_open(int ranks, const struct machine *machine);
