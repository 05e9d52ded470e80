/* SPDX-License-Identifier: BSD-3-Clause */
/* Models of time over message size: a latency and a bandwidth, or several of them. Bytes,
 * microseconds, 10^6 bytes/s. */
#pragma once

#include "comops/statistics/statistics.h"

enum {
    FIT_LEAST = 3,        /* sizes that least squares need */
    FIT_LEAST_ROBUST = 5, /* with fewer, outliers cannot be identified */
    FIT_SEGMENT = 3,      /* sizes of a segment, at least */
    FIT_SEGMENTS = 4
}; /* at most */

struct fit_point {
    double bytes, time_us;
};

/* With its 95 % interval; an open end is infinite. */
struct estimate {
    double value;
    struct interval interval;
};

/* t = latency + bytes / bandwidth; half_bytes, at which half the bandwidth is reached, is their
 * product (Hockney, "The communication challenge for MPP", Parallel Computing 1994). */
struct hockney {
    struct estimate latency_us, bandwidth_MBps, half_bytes;
};

/* Ordinary least squares, each size with the same weight, as in the Texas Tech thesis, section on
 * ping-pong: beta = Sxy / Sxx, alpha = mean(y) - beta mean(x), bandwidth 1 / beta, half_bytes
 * alpha / beta. The largest times decide; the latency may come out negative. `points` have
 * ascending, distinct sizes. False if there are fewer than FIT_LEAST or time does not rise. */
bool fit_hockney(const struct fit_point *points, size_t count, struct hockney *hockney);

/* The same line by Tukey's bisquare on relative residuals, so that small sizes count as much as
 * large ones and a few sizes far off do not (Holland and Welsch, "Robust regression using
 * iteratively reweighted least-squares", 1977). At least FIT_LEAST_ROBUST sizes. */
bool fit_robust(const struct fit_point *points, size_t count, struct hockney *hockney);

/* Points first..last lie on one line; bandwidth is infinite if time does not rise with size. */
struct segment {
    size_t first, last;
    double latency_us, bandwidth_MBps;
};

/* `at[i]` lies between segments[i].last and segments[i + 1].first. */
struct piecewise {
    struct segment segments[FIT_SEGMENTS];
    double at[FIT_SEGMENTS - 1]; /* where the lines meet; only if continuous */
    int count;                   /* of segments */
    bool continuous;             /* the lines meet at each breakpoint; else they may jump */
    double bic;
};

/* The number and kind of segments are chosen by the Bayesian information criterion, on relative
 * residuals: lines that may jump at a breakpoint, or that meet there. At least 2 FIT_SEGMENT sizes.
 */
bool fit_piecewise(const struct fit_point *points, size_t count, struct piecewise *piecewise);

/* Lines that meet at each breakpoint: best[i] is the one with i + 1 segments, with its BIC, which
 * is infinite if there is none. */
void fit_bends(const struct fit_point *points, size_t count, struct piecewise best[FIT_SEGMENTS]);

/* Bayesian information criterion of `count` relative residuals with this sum of squares and so many
 * free parameters, corrected for small samples (McQuarrie, Statistics & Probability Letters 1999):
 * with a dozen sizes the uncorrected one finds breakpoints in every second straight line. Infinite
 * if there are too many parameters. */
double fit_bic(double squares, size_t count, int parameters);

/* Root of the mean square of the points' relative distances from their segments. */
double fit_deviation(const struct segment *segments, const struct fit_point *points, size_t count);
