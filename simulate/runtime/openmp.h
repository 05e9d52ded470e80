/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP for simulated ranks: GCC's calls, so that sources compiled with -fopenmp link with it. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

/* A new team, whose memory is that of the rank that allocates. False if there is none. */
bool openmp_open(int ranks, const struct machine *machine);
