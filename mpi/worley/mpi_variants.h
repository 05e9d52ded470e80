/* SPDX-License-Identifier: BSD-3-Clause */
/* The fourteen protocols of Worley's tables, whose rows are in exchange.c, and those of which
 * pieces can be moved apart: MPI_Sendrecv, (2,6), has none, and in (3,0) each call waits for the
 * one before. */
#pragma once

#define EXCHANGE_PATH mpi
#define EXCHANGE_COPIES(formula) NULL /* inside MPI */
#define EXCHANGE_SOURCES "mpi/worley/exchange.c"
/* clang-format off */
#define EXCHANGE_VARIANTS(each, ...)                                                               \
    each(0, 0, "buffered send; receive", __VA_ARGS__)                                              \
    each(0, 1, "nonblocking send; receive; wait", __VA_ARGS__)                                     \
    each(0, 2, "nonblocking receive; send; wait", __VA_ARGS__)                                     \
    each(0, 3, "nonblocking receive and send; wait for both", __VA_ARGS__)                         \
    each(0, 4, "nonblocking receive; handshake; ready send; wait", __VA_ARGS__)                    \
    each(0, 5, "nonblocking receive; handshake; nonblocking ready send; wait", __VA_ARGS__)        \
    each(0, 6, "MPI_Sendrecv", __VA_ARGS__)                                                        \
    each(1, 0, "ordered: send; receive / receive; send", __VA_ARGS__)                              \
    each(1, 1, "ordered: nonblocking send; receive; wait / receive; send", __VA_ARGS__)            \
    each(1, 2, "ordered: nonblocking receive; send; wait / receive; send", __VA_ARGS__)            \
    each(1, 3, "ordered: nonblocking receive and send; wait / receive; send", __VA_ARGS__)         \
    each(1, 4, "ordered: nonblocking receive; ready send; wait / receive; ready send",             \
         __VA_ARGS__)                                                                              \
    each(1, 5,                                                                                     \
         "ordered: nonblocking receive and ready send; wait / receive; nonblocking ready send",    \
         __VA_ARGS__)                                                                              \
    each(1, 6, "ordered: as (1,0), after a go message from the receiver", __VA_ARGS__)             \
    each(2, 0, "overlap: as (0,0), received late", __VA_ARGS__)                                    \
    each(2, 1, "overlap: as (0,1), received late", __VA_ARGS__)                                    \
    each(2, 2, "overlap: as (0,2), its receive posted early", __VA_ARGS__)                         \
    each(2, 3, "overlap: as (0,3), its receive posted early", __VA_ARGS__)                         \
    each(2, 4, "overlap: as (0,4), its receive posted early", __VA_ARGS__)                         \
    each(2, 5, "overlap: as (0,5), its receive posted early", __VA_ARGS__)                         \
    each(3, 1, "overlap: as (1,1), the first rank's message sent early", __VA_ARGS__)              \
    each(3, 2, "overlap: as (1,2), the first rank's receive posted early", __VA_ARGS__)            \
    each(3, 3, "overlap: as (1,3), the first rank's receive and send posted early", __VA_ARGS__)   \
    each(3, 4, "overlap: as (1,4), both receives posted early", __VA_ARGS__)                       \
    each(3, 5, "overlap: as (1,5), both receives posted early", __VA_ARGS__)                       \
    each(3, 6, "overlap: as (1,6), the go message sent early", __VA_ARGS__)
/* clang-format on */
