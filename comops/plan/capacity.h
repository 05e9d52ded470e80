/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a group can be measured. */
#pragma once

#include "comops/plan/plan.h"

/* NULL, or why a group cannot be measured over so many paths: its pattern does not support this
 * size, or the buffers do not fit into memory. The caller frees. */
char *capacity_refusal(const struct group *group, int path_count);
