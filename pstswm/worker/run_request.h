/* SPDX-License-Identifier: BSD-3-Clause */
/* What a worker of the model is to run: a line of words (comops/text/named_words.h). */
#pragma once

#include "comops/text/named_words.h"
#include "pstswm/numerics/cases.h"
#include "pstswm/numerics/truncation.h"

struct run_request {
    const struct truncation *truncation;
    int levels, steps;
    double dt; /* seconds */
    struct test_case test;
};

/* From truncation, levels, dt, case, tilt (degrees) and steps. False if one is missing or wrong. */
bool run_request_parse(const struct words *words, struct run_request *request);
