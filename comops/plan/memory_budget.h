/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory that a group's buffers need, and that is available. */
#ifndef COMOPS_MEMORY_BUDGET_H
#define COMOPS_MEMORY_BUDGET_H

#include "comops/plan/plan.h"

/* Bytes available from the kernel; SIZE_MAX if unknown. */
size_t memory_budget_available(void);

/* Bytes of the buffers of one worker, doubled for temporaries. */
double memory_budget_needed(const struct group *group);

#endif
