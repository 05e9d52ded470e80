/* SPDX-License-Identifier: BSD-3-Clause */
/* A run, timed as in Worley 1999: one step, so that code and data have been touched; the initial
 * state again; then the timed steps. */
#pragma once

#include "comops/ranks/text/named_words.h"
#include "extensions/pstswm/numerics/model.h"
#include "extensions/pstswm/numerics/norms.h"

/* What a worker of the model is to run: a line of words (comops/ranks/text/named_words.h). */
struct run_request {
    const struct truncation *truncation;
    int levels, steps;
    double dt; /* seconds */
    struct test_case test;
};

/* From truncation, levels, dt, case, tilt (degrees) and steps. False if one is missing or wrong. */
bool run_request_parse(const struct words *words, struct run_request *request);

struct timed_run {
    int failed; /* the step in which it blew up; 0: it did not */
    double seconds;
    double shortest_us;                 /* of the steps */
    struct model_errors errors;         /* at the end, the largest of all levels */
    struct invariants drift;            /* relative, likewise */
    double least_depth, greatest_depth; /* at the end, in metres, of all levels */
};

struct timed_run timed_run(struct model *model, struct test_case test, int steps);

double shortest_of(const double *us, int steps);

/* Adds a level at the end: keeps the largest errors, the largest drift since the start, the least
 * and the greatest depth. */
void timed_run_judge(struct timed_run *run, const struct part_norms *end, struct invariants start);

/* The rate in 10^6 operations a second, by the printed number of operations (struct truncation); 0
 * if none is printed. */
double timed_run_mflops(const struct timed_run *run, const struct model *model, int steps);

/* As part of a record (docs/results-file.md): times, rate, depths, errors, drift, and the step in
 * which it blew up, or null; a rate of 0 is none. */
void timed_run_add_json(struct json *json, const struct timed_run *run, double mflops);
