/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/progress.h"

#include "comops/arena/clock.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <unistd.h>

static const uint64_t every_ns = 10000000000; /* if standard error is not a terminal */

void progress_begin(struct progress *progress, size_t total)
{
    *progress = (struct progress){.total = total, .terminal = isatty(STDERR_FILENO) == 1};
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

    progress->shown_at = now;
    fprintf(stderr, "%s[%zu/%zu cells] %s, %d ranks, %s, launch %d; at most %s left%s",
            progress->terminal ? "\r\033[K" : "", progress->done, progress->total,
            plan_title(group, title), group->ranks, group->placement->name, launch,
            text_duration(left, seconds_left), progress->terminal ? "" : "\n");
    fflush(stderr);
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->terminal && progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
