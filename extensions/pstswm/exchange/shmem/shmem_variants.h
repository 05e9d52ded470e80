/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "extensions/pstswm/worley/one_sided_variants.h"

#define EXCHANGE_PATH shmem
#define EXCHANGE_SOURCES                                                                           \
    "extensions/pstswm/worley/one_sided.h,extensions/pstswm/exchange/shmem/exchange.c"
#define EXCHANGE_COSTS(waited, fetched) .waits = waited
#define EXCHANGE_VARIANTS ONE_SIDED_VARIANTS
