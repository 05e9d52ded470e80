/* SPDX-License-Identifier: BSD-3-Clause */
/* The canaries of a launch. */
#pragma once

#include "comops/run/recorder.h"

/* Measures and records the canaries of each placement that a group of groups[0..count-1] still
 * needs. Placements whose ranks share cores have none. False if they cannot be written. */
bool canaries_take(struct recorder *recorder, const struct group_state *groups, size_t count,
                   int launch);
