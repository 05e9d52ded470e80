/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides from the ratios of a trial: the time of another way over that of the fixed values, which
 * stay unless the trial is clear. */
#pragma once

#include <stdint.h>

/* The way with the least ratio, numbered from 1, or 0, the fixed one, unless that ratio is clearly
 * below 1. NAN: not tried. */
int choice_fastest(const double *ratios, int count);

/* The number of lines up to which the other way is faster: the last of the ascending lines[i] up to
 * which it is slower at no step. Up to `fixed` lines only a clear loss refuses it; beyond, only a
 * clear gain accepts it. */
uint32_t choice_limit(const uint32_t *lines, const double *ratios, int count, uint32_t fixed);
