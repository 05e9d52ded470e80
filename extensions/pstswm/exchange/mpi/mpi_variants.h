/* SPDX-License-Identifier: BSD-3-Clause */
/* The fourteen protocols of Worley's tables, whose rows are in exchange.c, and those of which
 * pieces can be moved apart: MPI_Sendrecv, (2,6), has none, and in (3,0) each call waits for the
 * one before. */
#pragma once

#define EXCHANGE_PATH mpi
#define EXCHANGE_COPIES(formula) NULL /* inside MPI */
#define EXCHANGE_COSTS(waited) .waits = waited
#define EXCHANGE_SOURCES "extensions/pstswm/exchange/mpi/exchange.c"
/* clang-format off */
#define EXCHANGE_VARIANTS(each, ...)                                                               \
    each(0, 0, PLAIN, "buffered send; receive", __VA_ARGS__)                                       \
    each(0, 1, PLAIN, "nonblocking send; receive; wait", __VA_ARGS__)                              \
    each(0, 2, PLAIN, "nonblocking receive; send; wait", __VA_ARGS__)                              \
    each(0, 3, PLAIN, "nonblocking receive and send; wait for both", __VA_ARGS__)                  \
    each(0, 4, HANDSHAKE, "nonblocking receive; handshake; ready send; wait", __VA_ARGS__)         \
    each(0, 5, HANDSHAKE,                                                                          \
         "nonblocking receive; handshake; nonblocking ready send; wait", __VA_ARGS__)              \
    each(0, 6, PLAIN, "MPI_Sendrecv", __VA_ARGS__)                                                 \
    each(1, 0, ORDERED, "ordered: send; receive / receive; send", __VA_ARGS__)                     \
    each(1, 1, ORDERED, "ordered: nonblocking send; receive; wait / receive; send", __VA_ARGS__)   \
    each(1, 2, ORDERED, "ordered: nonblocking receive; send; wait / receive; send", __VA_ARGS__)   \
    each(1, 3, ORDERED,                                                                            \
         "ordered: nonblocking receive and send; wait / receive; send", __VA_ARGS__)               \
    each(1, 4, ORDERED_HANDSHAKE,                                                                  \
         "ordered: nonblocking receive; ready send; wait / receive; ready send", __VA_ARGS__)      \
    each(1, 5, ORDERED_HANDSHAKE,                                                                  \
         "ordered: nonblocking receive and ready send; wait / receive; nonblocking ready send",    \
         __VA_ARGS__)                                                                              \
    each(1, 6, ORDERED_HANDSHAKE,                                                                  \
         "ordered: as (1,0), after a go message from the receiver", __VA_ARGS__)                   \
    each(2, 0, PLAIN, "overlap: as (0,0), received late", __VA_ARGS__)                             \
    each(2, 1, PLAIN, "overlap: as (0,1), received late", __VA_ARGS__)                             \
    each(2, 2, PLAIN, "overlap: as (0,2), its receive posted early", __VA_ARGS__)                  \
    each(2, 3, PLAIN, "overlap: as (0,3), its receive posted early", __VA_ARGS__)                  \
    each(2, 4, HANDSHAKE, "overlap: as (0,4), its receive posted early", __VA_ARGS__)              \
    each(2, 5, HANDSHAKE, "overlap: as (0,5), its receive posted early", __VA_ARGS__)              \
    each(3, 1, ORDERED, "overlap: as (1,1), the first rank's message sent early", __VA_ARGS__)     \
    each(3, 2, ORDERED, "overlap: as (1,2), the first rank's receive posted early", __VA_ARGS__)   \
    each(3, 3, ORDERED,                                                                            \
         "overlap: as (1,3), the first rank's receive and send posted early", __VA_ARGS__)         \
    each(3, 4, ORDERED_HANDSHAKE, "overlap: as (1,4), both receives posted early", __VA_ARGS__)    \
    each(3, 5, ORDERED_HANDSHAKE, "overlap: as (1,5), both receives posted early", __VA_ARGS__)    \
    each(3, 6, ORDERED_HANDSHAKE, "overlap: as (1,6), the go message sent early", __VA_ARGS__)
/* clang-format on */

/* Waits of a run (docs/method.md), by the kind of protocol; a handshake is one. */
#define PLAIN(plain, ...) plain
#define HANDSHAKE(plain, handshake, ...) handshake
#define ORDERED(plain, handshake, ordered, both) ordered
#define ORDERED_HANDSHAKE(plain, handshake, ordered, both) both
/* clang-format off */
#define COSTS_swap(kind) kind("1", "2", "2", "3")
#define COSTS_sendrecv(kind) kind("1", "2", "2", "4, 3 with 2 ranks")
#define COSTS_srtrans(kind)                                                                        \
    kind("P-1", "2(P-1)", "at most 2(P-1), 2 with 2 ranks", "at most 4(P-1), 3 with 2 ranks")
#define COSTS_swtrans(kind)                                                                        \
    kind("at most P, 1 with 2 ranks", STEPS_P(2), STEPS_P(2), STEPS_P(3))
#define COSTS_logtrans(kind) kind("log2 P", "2 log2 P", "2 log2 P", "3 log2 P")
#define COSTS_exchsum(kind) kind("log2 P", "2 log2 P", "2 log2 P", "3 log2 P")
#define COSTS_halfsum(kind) kind("2 log2 P", "4 log2 P", "2 log2 P", "4 log2 P")
#define COSTS_ringsum(kind) kind("2(P-1)", "4(P-1)", "2(P-1)", "4(P-1)")
/* clang-format on */
#define COSTS_swap_printed COSTS_swap
