/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's algorithms as implementations. Each path has a header, EXCHANGE_VARIANTS_HEADER, that
 * defines:
 *   EXCHANGE_PATH                  name of the path
 *   EXCHANGE_SOURCES               what a reader needs besides the algorithm, "A,B"
 *   EXCHANGE_VARIANTS(each, ...)   each(order, x, KIND, "how", __VA_ARGS__) for every protocol
 *   COSTS_PATTERN(KIND)            what a run of an algorithm costs over a kind of protocol, for
 *   EXCHANGE_COSTS(...)            which declares it
 *   EXCHANGE_COPIES(formula)       the formula where an exchange copies its data once, else NULL */
#pragma once

#include "extensions/pstswm/worley/exchange.h"

#include EXCHANGE_VARIANTS_HEADER

/* n for each SWAP of a swtrans: P-1, and if P is no power of two, one step more, in which a rank
 * has none. */
#define STEPS_P(n) "at most " #n "(P-1) + " #n ", " #n " with 2 ranks"

/* Registers an algorithm once for each protocol of the path it is compiled for. */
#define ALGORITHM(pattern_name, ...)                                                               \
    EXCHANGE_VARIANTS(ALGORITHM_OVER, EXCHANGE_PATH, pattern_name, __VA_ARGS__)
#define ALGORITHM_OVER(order, x, kind, how, path_name, pattern_name, ...)                          \
    COMOPS_IMPLEMENTATION(pattern_name##_##order##_##x, #path_name, "(" #order "," #x ")",         \
                          #pattern_name, .family = WORLEY_FAMILY, .variant = VARIANT(order, x),    \
                          .summary = how, .with = EXCHANGE_SOURCES, .teardown = exchange_close,    \
                          ALGORITHM_COSTS(COSTS_##pattern_name(kind)), __VA_ARGS__);
#define ALGORITHM_COSTS(costs) EXCHANGE_COSTS(costs)
