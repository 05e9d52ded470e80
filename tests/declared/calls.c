/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/team.h"

#include <string.h>

static struct calls calls[TEAM_MOST];

void calls_begin(void)
{
    memset(calls, 0, sizeof calls);
}

void calls_sent(void)
{
    calls[watch_rank].messages++;
}

void calls_fenced(void)
{
    calls[watch_rank].fences++;
}

void calls_moved(int other)
{
    calls[watch_rank].moves++;
    calls[watch_rank].others |= 1U << other;
}

/* Memory of no rank is scratch. */
void calls_moved_between(int from, int to)
{
    if (from >= 0 && to >= 0)
        calls_moved(from == watch_rank ? to : from);
}

struct calls calls_so_far(void)
{
    return calls[watch_rank];
}
