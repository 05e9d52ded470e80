/* SPDX-License-Identifier: BSD-3-Clause */
/* A process for each cell: nothing of one is left for the next, neither static data of an
 * implementation nor what ranks held that never came to their end. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

#include <jansson.h>

/* Returns what `run` does in a new process. Ends as that process ends if `run` does not return. */
bool cell_process_run(bool run(json_t *cell, const struct machine *machine), json_t *cell,
                      const struct machine *machine);
