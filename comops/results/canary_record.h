/* SPDX-License-Identifier: BSD-3-Clause */
/* The record of one launch's canaries. */
#pragma once

#include "comops/canary/canary.h"
#include "topology/placement.h"

#include <jansson.h>

/* `launch` counts those of a stage from 1. The caller owns the record. */
json_t *canary_record(const struct placement *placement, int launch, const struct canary *canary);
