/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress on standard error: one line that a terminal sees updated; in a file one line every ten
 * seconds. */
#pragma once

#include "comops/plan/plan.h"

#include <stdint.h>

struct progress {
    size_t done, total; /* cells */
    uint64_t shown_at;  /* of the last line */
    bool terminal, shown;
};

void progress_begin(struct progress *progress, size_t total);
void progress_show(struct progress *progress, const struct group *group, int launch,
                   double seconds_left);
void progress_clear(struct progress *progress);
