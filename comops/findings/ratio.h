/* SPDX-License-Identifier: BSD-3-Clause */
/* The ratio of the times of two cells. */
#pragma once

#include "comops/results/cell.h"
#include "comops/statistics/decision.h"

struct ratio {
    double value;             /* NAN: no ratio */
    struct interval interval; /* 95 % */
    bool has_interval;        /* has both intervals */
    struct interval ci90;     /* for equivalence: statistics/decision.h */
    size_t blocks;            /* that both have; 0: they have no rounds in common */
    size_t launches;          /* that both have */
    struct levels levels;     /* of the ratios of the blocks */
    bool has_levels;
};

/* Time of b over time of a, each as cell_time over the rounds that both have. The intervals are
 * those of the median of the launches' ratios, each the median over its rounds, so that common
 * disturbances cancel; they are extended to the ratio of the times if they leave it out. */
struct ratio cell_ratio(const struct cell *a, const struct cell *b);
/* The same for cells of two groups of a stage, which have launches but no rounds in common. The
 * ratio of a launch is that of its two times, so only what lasts a whole launch cancels. */
struct ratio ratio_of_launches(const struct cell *a, const struct cell *b);

/* Of a; undecided without an interval. */
enum decision ratio_decision(const struct ratio *ratio);
/* Half the width of its interval over the ratio is at most `precision`. */
bool ratio_precise(const struct ratio *ratio, double precision);

/* A record of this kind (docs/results-file.md) with two cells, their ratio and what it allows to be
 * said. The caller owns it. */
json_t *ratio_record(const char *kind, const struct cell *a, const struct cell *b,
                     const struct ratio *ratio);
/* NULL if there is no ratio. */
json_t *ratio_pair_record(const struct cell *a, const struct cell *b);
