/* SPDX-License-Identifier: BSD-3-Clause */
/* What `comops pstswm` prints: a row for each problem, as in table 4 of Worley 1999, or a record
 * for each run. */
#pragma once

#include "pstswm/timing/timed_run.h"

#include <jansson.h>
#include <stdio.h>

enum { PSTSWM_FFTS = 2 }; /* fft_get(0), fft_get(1) */

/* The fastest run with one FFT. */
struct pstswm_result {
    double ms; /* of a step; 0: there was no run */
    double mflops;
    double dt;
    struct timed_run run;
};

/* Keeps the run if it is faster than the one before. */
void pstswm_take(struct pstswm_result *result, const struct timed_run *run,
                 const struct model *model, int steps);

void pstswm_print_head(FILE *out);
void pstswm_print_row(FILE *out, const char *problem, const struct pstswm_result *results);

/* A number; 0 means that there is none. */
void pstswm_print_number(FILE *out, int width, int decimals, double value);

/* docs/results-file.md describes it. */
void pstswm_print_record(FILE *out, const struct timed_run *run, const struct model *model,
                         int steps, int number);

/* For a run on several ranks, from what its worker printed. */
void pstswm_print_parallel(FILE *out, json_t *measured, int number);
