/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints what a worker offers, one JSON object per line. */
#pragma once

/* All implementations, and why others are missing. The path is the worker's, which need not be that
 * of the object they are in; NULL: that of each. */
void offer_print_implementations(const char *path);
/* All patterns, with their series for this many ranks. */
void offer_print_patterns(int ranks);
