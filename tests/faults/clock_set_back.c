/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: the time of day goes back a minute at each reading; monotonic clocks are untouched. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <time.h>

static _Atomic time_t back;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);

    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    const int status = real(clock, now);

    if (status == 0 && clock == CLOCK_REALTIME)
        now->tv_sec -= back += 60;
    return status;
}

time_t time(time_t *into)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (into)
        *into = now.tv_sec;
    return now.tv_sec;
}
