/* SPDX-License-Identifier: BSD-3-Clause */
/* A process for each cell, so that nothing survives to the next one: neither static data of an
 * implementation, nor anything held by ranks that never ended. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

/* Returns what `run` returns in a new process. If `run` does not return, this process ends as that
 * one does. */
bool cell_process_run(bool run(const char *cell, const struct machine *machine), const char *cell,
                      const struct machine *machine);
