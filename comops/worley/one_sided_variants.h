/* SPDX-License-Identifier: BSD-3-Clause */
/* The protocols of one_sided.h, those of the paper's SHMEM version that are no overlap forms. */
#ifndef WORLEY_ONE_SIDED_VARIANTS_H
#define WORLEY_ONE_SIDED_VARIANTS_H

/* A get or a put. */
#define EXCHANGE_COPIES(formula) formula

#define ONE_SIDED_VARIANTS(each, ...)                                                              \
    each(0, 1, "each says where its data are and gets the other's", __VA_ARGS__)                   \
        each(0, 2, "each says where it wants data and puts the other's there", __VA_ARGS__)        \
            each(1, 1, "ordered: one message after the other, by get", __VA_ARGS__)                \
                each(1, 2, "ordered: one message after the other, by put", __VA_ARGS__)            \
                    each(1, 6, "ordered: as (1,1), after a go from the receiver", __VA_ARGS__)

#endif
