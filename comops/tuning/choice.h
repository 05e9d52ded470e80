/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides from the ratios of a trial: time of another way over that of the fixed values. These stay
 * where the trial does not clearly say otherwise. */
#pragma once

#include <stdint.h>

/* The way with the least ratio, from 1; 0, the fixed one, unless that is clearly below 1. NAN: not
 * tried. */
int choice_fastest(const double *ratios, int count);

/* Up to how many lines the other way is faster: the last of the ascending lines[i] up to which it
 * is at no step slower. Up to `fixed` lines it must be clearly slower to be refused; beyond, it
 * must be clearly faster. */
uint32_t choice_limit(const uint32_t *lines, const double *ratios, int count, uint32_t fixed);
