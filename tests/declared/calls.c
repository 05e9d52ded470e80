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

struct calls calls_so_far(void)
{
    return calls[watch_rank];
}
