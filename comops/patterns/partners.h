/* SPDX-License-Identifier: BSD-3-Clause */
/* A message between rank 0 and each rank, or each other one, in turn; one series per partner. */
#pragma once

#include "comops/comops.h"

/* Itself first. */
static inline size_t each_partner(int ranks, int index)
{
    return index < ranks ? (size_t)index : SERIES_END;
}

static inline size_t other_partner(int ranks, int index)
{
    return index + 1 < ranks ? (size_t)index + 1 : SERIES_END;
}
