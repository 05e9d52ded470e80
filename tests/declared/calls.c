/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/team.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct calls calls[TEAM_MOST];
static char names[TEAM_MOST][256];

void calls_begin(void)
{
    memset(calls, 0, sizeof calls);
    memset(names, 0, sizeof names);
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

void calls_name(const char *format, ...)
{
    char *mine = names[watch_rank];
    size_t used = strlen(mine);
    va_list arguments;

    if (used + 1 == sizeof names[0])
        return;
    if (used)
        mine[used++] = ' ';
    va_start(arguments, format);
    vsnprintf(mine + used, sizeof names[0] - used, format, arguments);
    va_end(arguments);
}

const char *calls_names(void)
{
    return names[watch_rank];
}
