/* SPDX-License-Identifier: BSD-3-Clause */
/* The protocols of one_sided.h: those of the paper's SHMEM version. */
#pragma once

/* One copy, by get or by put. */
#define EXCHANGE_COPIES(formula) formula

/* clang-format off */
#define ONE_SIDED_VARIANTS(each, ...)                                                              \
    each(0, 1, GET, "each rank says where its data are and gets the other's", __VA_ARGS__)         \
    each(0, 2, PUT, "each rank says where it wants data and puts the other's there", __VA_ARGS__)  \
    each(1, 1, ORDERED_GET, "ordered: one message after the other, by get", __VA_ARGS__)           \
    each(1, 2, ORDERED_PUT, "ordered: one message after the other, by put", __VA_ARGS__)           \
    each(1, 6, GO, "ordered: as (1,1), after a go message from the receiver", __VA_ARGS__)         \
    each(2, 1, GET, "overlap: as (0,1), the data offered early", __VA_ARGS__)                      \
    each(2, 2, PUT, "overlap: as (0,2), the place for data offered early", __VA_ARGS__)            \
    each(3, 1, ORDERED_GET, "overlap: as (1,1), the data offered early", __VA_ARGS__)              \
    each(3, 2, ORDERED_PUT, "overlap: as (1,2), the place for data offered early", __VA_ARGS__)    \
    each(3, 6, GO, "overlap: as (1,6), the go message sent early", __VA_ARGS__)
/* clang-format on */

/* Waits and lines of a run (docs/method.md), by the kind of protocol. In an ordered SENDRECV
 * round an odd number of ranks two neighbours send first: hence the bounds. */
#define GET(get, ...) COSTS get
#define PUT(get, put, ...) COSTS put
#define ORDERED_GET(get, put, ordered_get, ...) COSTS ordered_get
#define ORDERED_PUT(get, put, ordered_get, ordered_put, go) COSTS ordered_put
#define GO(get, put, ordered_get, ordered_put, go) COSTS go
#define COSTS(waits, lines) waits, lines
/* clang-format off */
#define COSTS_swap(kind) \
    kind(("2", "3"), \
         ("2", "2"), \
         ("4", "5"), \
         ("4", "3"), \
         ("5", "6"))
#define COSTS_sendrecv(kind) \
    kind(("2", "3"), \
         ("2", "2"), \
         ("at most 6, 4 with 2 ranks", "at most 9, 5 with 2 ranks"), \
         ("4", "4, 3 with 2 ranks"), \
         ("at most 9, 5 with 2 ranks", "at most 12, 6 with 2 ranks"))
#define COSTS_srtrans(kind) \
    kind(("2(P-1)", "3(P-1)"), \
         ("2(P-1)", "2(P-1)"), \
         ("at most 6(P-1), 4 with 2 ranks", "at most 9(P-1), 5 with 2 ranks"), \
         ("at most 4(P-1), 4 with 2 ranks", "4(P-1), 3 with 2 ranks"), \
         ("at most 9(P-1), 5 with 2 ranks", "at most 12(P-1), 6 with 2 ranks"))
#define COSTS_swtrans(kind) \
    kind((STEPS_P(2), STEPS_P(3)), \
         (STEPS_P(2), STEPS_P(2)), \
         (STEPS_P(4), STEPS_P(5)), \
         (STEPS_P(4), STEPS_P(3)), \
         (STEPS_P(5), STEPS_P(6)))
#define COSTS_logtrans(kind) \
    kind(("2 log2 P", "4 log2 P - 1"), \
         ("2 log2 P", "5 log2 P - 3"), \
         ("4 log2 P", "7 log2 P - 2"), \
         ("4 log2 P", "6 log2 P - 3"), \
         ("5 log2 P", "8 log2 P - 2"))
#define COSTS_exchsum(kind) \
    kind(("2 log2 P", "3 log2 P"), \
         ("2 log2 P", "3 log2 P"), \
         ("4 log2 P", "5 log2 P"), \
         ("4 log2 P", "4 log2 P"), \
         ("5 log2 P", "6 log2 P"))
#define COSTS_halfsum(kind) \
    kind(("3 log2 P + 1", "5 log2 P"), \
         ("4 log2 P", "5 log2 P - 1"), \
         ("3 log2 P + 1", "5 log2 P"), \
         ("4 log2 P", "5 log2 P - 1"), \
         ("5 log2 P + 1", "7 log2 P + 1"))
#define COSTS_ringsum(kind) \
    kind(("2(P-1) + 1, 4 with 2 ranks", "4(P-1) + 1"), \
         ("4(P-1)", "6(P-1) - 1, 4 with 2 ranks"), \
         ("2(P-1) + 1, 4 with 2 ranks", "4(P-1) + 1"), \
         ("4(P-1)", "6(P-1) - 1, 4 with 2 ranks"), \
         ("at most 4(P-1) + 2", "at most 6(P-1) + 2"))
/* clang-format on */
#define COSTS_swap_printed COSTS_swap
