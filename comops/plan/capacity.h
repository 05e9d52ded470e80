/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether buffers fit into memory. */
#pragma once

#include "comops/plan/plan.h"

/* Bytes available from the kernel; SIZE_MAX if unknown. */
size_t capacity_available(void);

/* Bytes of the buffers of one worker, doubled for temporaries. */
double capacity_needed(const struct group *group);
