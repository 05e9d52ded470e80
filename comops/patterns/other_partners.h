/* SPDX-License-Identifier: BSD-3-Clause */
/* A message between rank 0 and each other rank in turn; one series per partner. */
#pragma once

#include "comops/comops.h"

static size_t other_partner(int ranks, int index)
{
    return index + 1 < ranks ? (size_t)index + 1 : SERIES_END;
}
