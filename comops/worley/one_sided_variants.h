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

/* Waits and lines of a run (docs/method/why.md), by the kind of protocol. In an ordered SENDRECV
 * round an odd number of ranks two neighbours send first: hence the bounds. */
#define GET_swap "2", "3"
#define GET_swap_printed GET_swap
#define GET_sendrecv "2", "3"
#define GET_srtrans "2(P-1)", "3(P-1)"
#define GET_swtrans STEPS_P(2), STEPS_P(3)
#define GET_logtrans "2 log2 P", "4 log2 P - 1"
#define GET_exchsum "2 log2 P", "3 log2 P"
#define GET_halfsum "3 log2 P + 1", "5 log2 P"
#define GET_ringsum "2(P-1) + 1, 4 with 2 ranks", "4(P-1) + 1"

#define PUT_swap "2", "2"
#define PUT_swap_printed PUT_swap
#define PUT_sendrecv "2", "2"
#define PUT_srtrans "2(P-1)", "2(P-1)"
#define PUT_swtrans STEPS_P(2), STEPS_P(2)
#define PUT_logtrans "2 log2 P", "5 log2 P - 3"
#define PUT_exchsum "2 log2 P", "3 log2 P"
#define PUT_halfsum "4 log2 P", "5 log2 P - 1"
#define PUT_ringsum "4(P-1)", "6(P-1) - 1, 4 with 2 ranks"

#define ORDERED_GET_swap "4", "5"
#define ORDERED_GET_swap_printed ORDERED_GET_swap
#define ORDERED_GET_sendrecv "at most 6, 4 with 2 ranks", "at most 9, 5 with 2 ranks"
#define ORDERED_GET_srtrans "at most 6(P-1), 4 with 2 ranks", "at most 9(P-1), 5 with 2 ranks"
#define ORDERED_GET_swtrans STEPS_P(4), STEPS_P(5)
#define ORDERED_GET_logtrans "4 log2 P", "7 log2 P - 2"
#define ORDERED_GET_exchsum "4 log2 P", "5 log2 P"
#define ORDERED_GET_halfsum GET_halfsum
#define ORDERED_GET_ringsum GET_ringsum

#define ORDERED_PUT_swap "4", "3"
#define ORDERED_PUT_swap_printed ORDERED_PUT_swap
#define ORDERED_PUT_sendrecv "4", "4, 3 with 2 ranks"
#define ORDERED_PUT_srtrans "at most 4(P-1), 4 with 2 ranks", "4(P-1), 3 with 2 ranks"
#define ORDERED_PUT_swtrans STEPS_P(4), STEPS_P(3)
#define ORDERED_PUT_logtrans "4 log2 P", "6 log2 P - 3"
#define ORDERED_PUT_exchsum "4 log2 P", "4 log2 P"
#define ORDERED_PUT_halfsum PUT_halfsum
#define ORDERED_PUT_ringsum PUT_ringsum

#define GO_swap "5", "6"
#define GO_swap_printed GO_swap
#define GO_sendrecv "at most 9, 5 with 2 ranks", "at most 12, 6 with 2 ranks"
#define GO_srtrans "at most 9(P-1), 5 with 2 ranks", "at most 12(P-1), 6 with 2 ranks"
#define GO_swtrans STEPS_P(5), STEPS_P(6)
#define GO_logtrans "5 log2 P", "8 log2 P - 2"
#define GO_exchsum "5 log2 P", "6 log2 P"
#define GO_halfsum "5 log2 P + 1", "7 log2 P + 1"
#define GO_ringsum "at most 4(P-1) + 2", "at most 6(P-1) + 2"
