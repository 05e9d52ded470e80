/* SPDX-License-Identifier: BSD-3-Clause */
/* The protocols of one_sided.h: those of the paper's SHMEM version. */
#pragma once

/* By get or by put: one copy. */
#define EXCHANGE_COPIES(formula) formula

/* clang-format off */
#define ONE_SIDED_VARIANTS(each, ...)                                                              \
    each(0, 1, "each rank says where its data are and gets the other's", __VA_ARGS__)              \
    each(0, 2, "each rank says where it wants data and puts the other's there", __VA_ARGS__)       \
    each(1, 1, "ordered: one message after the other, by get", __VA_ARGS__)                        \
    each(1, 2, "ordered: one message after the other, by put", __VA_ARGS__)                        \
    each(1, 6, "ordered: as (1,1), after a go message from the receiver", __VA_ARGS__)             \
    each(2, 1, "overlap: as (0,1), the data offered early", __VA_ARGS__)                           \
    each(2, 2, "overlap: as (0,2), the place for data offered early", __VA_ARGS__)                 \
    each(3, 1, "overlap: as (1,1), the data offered early", __VA_ARGS__)                           \
    each(3, 2, "overlap: as (1,2), the place for data offered early", __VA_ARGS__)                 \
    each(3, 6, "overlap: as (1,6), the go message sent early", __VA_ARGS__)
/* clang-format on */
