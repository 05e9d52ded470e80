/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether the path that wins a ping-pong, of messages as long as the model's, wins in the model. */
#pragma once

#include "comops/commands/pstswm/pstswm_parallel.h"
#include "comops/commands/pstswm/pstswm_workers.h"
#include "comops/statistics/decision.h"

/* "predicted" if both comparisons have the same decision, "did not predict" if they contradict each
 * other, "undecided" if one of them is undecided. */
const char *prediction_of(enum decision pingpong, enum decision model);

/* Measures the ping-pong and prints a row for each two paths and each variant that both have.
 * `fastest` is what pstswm_measure returns. False, with a message, if it cannot be measured. */
bool prediction_print(const struct pstswm_workers *workers, const struct parallel_request *request,
                      const json_t *fastest);
