/* SPDX-License-Identifier: BSD-3-Clause */
/* What remote_read keeps of a buffer: the sum of its words for each of the eight places in a line.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { LINE_WORDS = 8 };

/* Adds `bytes`, a multiple of 8, to `sums`, at the speed of plain loads. */
void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes);
