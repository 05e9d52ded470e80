/* SPDX-License-Identifier: BSD-3-Clause */
/* Alignment of data that one core writes and another reads. */
#ifndef COMOPS_CACHE_LINE_H
#define COMOPS_CACHE_LINE_H

enum {
    CACHE_LINE = 64,
    CACHE_LINE_PAIR = 128 /* x86 prefetches lines in pairs */
};

#endif
