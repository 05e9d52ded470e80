/* SPDX-License-Identifier: BSD-3-Clause */
/* A message between rank 0 and each rank in turn, itself first; one series per partner. */
#pragma once

#include "comops/comops.h"

static size_t each_partner(int ranks, int index)
{
    return index < ranks ? (size_t)index : SERIES_END;
}
