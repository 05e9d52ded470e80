/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/progress.h"

#include "comops/arena/clock.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const uint64_t every_ns = 10000000000; /* if standard error is not a terminal */

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){.begun_at = clock_now(), .terminal = isatty(STDERR_FILENO) == 1};
}

void progress_show(struct progress *progress, const struct group *group, int launch,
                   double seconds_left)
{
    const uint64_t now = clock_now();

    if (text_level == TEXT_QUIET)
        return;
    if (!progress->terminal && progress->shown_at && now < progress->shown_at + every_ns)
        return;
    char title[PLAN_TITLE], left[TEXT_TIME];

    const double spent = clock_since(progress->begun_at);

    progress->shown_at = now;
    progress->part = fmax(progress->part, spent / (spent + seconds_left));
    fprintf(stderr, "%s[%3.0f %%] about %s left: %s, %d ranks, %s, launch %d%s",
            progress->terminal ? "\r\033[K" : "", 100 * progress->part,
            text_duration(left, seconds_left), plan_title(group, title), group->ranks,
            group->placement->name, launch, progress->terminal ? "" : "\n");
    fflush(stderr);
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->terminal && progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
