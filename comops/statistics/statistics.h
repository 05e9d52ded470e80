/* SPDX-License-Identifier: BSD-3-Clause */
/* Medians and their distribution-free intervals; modes and trends of values; shuffling. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The confidence of all intervals; the least multiple of the median that is an outlier (Luecke
 * 2004, section 2). */
#define STATISTICS_CONFIDENCE 0.95
/* The confidence of intervals for equivalence: two one-sided tests at 5 %. */
#define STATISTICS_CONFIDENCE_EQUIVALENCE 0.9
#define STATISTICS_OUTLIER 1.8

struct interval {
    double low, high;
};

/* A copy in ascending order. The caller frees. */
double *statistics_sorted(const double *values, size_t count);

/* Median of `count` >= 1 values; the midpoint of the two in the middle when count is even. */
double statistics_median(const double *values, size_t count);

/* 1 if the interval of a ratio lies above 1, -1 if below, 0 if it contains 1. */
int statistics_side(struct interval ratio);

/* The narrowest symmetric pair of order statistics that covers the median of independent values
 * with at least this confidence, from the binomial distribution (Le Boudec, "Performance Evaluation
 * of Computer and Communication Systems", 2010, theorem 2.1; Hoefler and Belli, SC 2015, rule 8).
 * False if there are too few values: less than 6 cannot reach 95 %. */
bool statistics_median_interval(const double *values, size_t count, double confidence,
                                struct interval *interval);

/* True if the coverage of the 95 % interval is at most 97 %: for 6, 9, 12, 15, 17, 20 values and so
 * on. For other numbers it is wider than necessary, for 8 values 99.2 %. */
bool statistics_interval_is_close(size_t count);

double statistics_mean(const double *values, size_t count);
/* The mean of the middle half of `count` >= 1 values. */
double statistics_interquartile_mean(const double *values, size_t count);

/* Luecke, Spanoyannis and Kraeva 2004, section 2: the first trial is dropped, and so are those
 * above 1.8 times the median of the rest, but at most the largest tenth; the result is the mean of
 * the others. dropped[i] receives whether trial i was dropped; it may be NULL. */
double statistics_filtered_mean(const double *trials, size_t count, bool *dropped);

/* (high - low) / 2 relative to centre. */
double statistics_relative_half_width(struct interval interval, double centre);

/* Two modes of values. */
struct modes {
    double low, high; /* their means */
    double share;     /* the higher one's part of the values */
    double distance;  /* Ashman's D */
};

/* Splits the values where the variance within the two parts is smallest. True if they are bimodal:
 * each part has at least a tenth of them, and Ashman's D (K. Ashman, C. Bird and S. Zepf,
 * Astronomical Journal 108, 1994, equation 5) is above 5. Split in two, a normal distribution has
 * 2.7, a uniform one 3.5. */
bool bimodality_test(const double *values, size_t count, struct modes *modes);

/* Mann and Kendall's test: *chance is the two-sided probability of such an order without a trend,
 * by the normal approximation with continuity correction and ties (M. Kendall, "Rank Correlation
 * Methods", 1975, chapter 4). *change is Theil and Sen's slope from the first value to the last.
 * False with fewer than 6 values. */
bool trend_test(const double *values, size_t count, double *chance, double *change);

/* The next of a sequence that is the same everywhere: splitmix64 (Steele, Lea and Flood, OOPSLA
 * 2014). */
uint64_t random_number(uint64_t *state);
/* Shuffles order[0..count-1] in place (Fisher and Yates). */
void random_shuffle(int *order, int count, uint64_t *state);
