/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "extensions/pstswm/worley/one_sided_variants.h"

#define EXCHANGE_PATH threads
#define EXCHANGE_SOURCES                                                                           \
    "extensions/pstswm/worley/one_sided.h,extensions/pstswm/exchange/shm_threads/exchange.c"
#define EXCHANGE_COSTS(waited, fetched) .waits = waited, .lines = fetched
#define EXCHANGE_VARIANTS ONE_SIDED_VARIANTS
