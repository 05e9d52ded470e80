/* SPDX-License-Identifier: BSD-3-Clause */
/* The message sizes, in bytes, and the series a pattern is measured at. */
#pragma once

#include "comops/comops.h"
#include "comops/plan/options.h"

/* Sets options->sizes from "8,1K,800000" or "8:4M", which doubles from 8; 0 is for patterns with
 * empty messages. NULL, or why it cannot; the caller frees. */
char *sizes_parse(const char *text, struct options *options);

/* The sizes of one table in ascending order, each with its neighbours if options->perturb says so.
 * The caller frees. */
size_t *sizes_of(const struct options *options, const struct pattern *pattern, size_t series,
                 size_t *count);

/* The index-th value of the pattern's series, false after the last; 0 for one without series. */
bool sizes_series(const struct pattern *pattern, int ranks, int index, size_t *series);
