/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory: how much a group's buffers take, and how much there is. */
#ifndef COMOPS_MEMORY_BUDGET_H
#define COMOPS_MEMORY_BUDGET_H

#include "comops/plan/plan.h"

/* Bytes the kernel can still give, or SIZE_MAX if it does not say. */
size_t memory_budget_available(void);

/* Bytes that the buffers of one worker take; temporaries at most double it. */
double memory_budget_needed(const struct group *group);

#endif
