/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress on standard error: one line that a terminal sees updated; in a file one line every ten
 * seconds. */
#pragma once

#include "comops/plan/plan.h"

#include <stdint.h>

struct progress {
    size_t done;                 /* cells */
    uint64_t begun_at, shown_at; /* the latter: when the last line was printed */
    double part;                 /* of the work, as far as it was shown */
    bool terminal, shown;
};

void progress_begin(struct progress *progress);
/* Shows the part of the work that is done: the time so far, divided by that and `seconds_left`. It
 * never shrinks. */
void progress_show(struct progress *progress, const struct group *group, int launch,
                   double seconds_left);
void progress_clear(struct progress *progress);
