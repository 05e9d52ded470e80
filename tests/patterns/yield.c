/* SPDX-License-Identifier: BSD-3-Clause */
/* For LD_PRELOAD: gives the core away every 100 us. MPI libraries poll; where ranks share a core,
 * or the machine is busy, each rank would otherwise poll until the kernel ends its time slice. */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static const struct timespec period = {.tv_nsec = 100000};

static void yield(int signal)
{
    (void)signal;
    sched_yield();
}

__attribute__((constructor)) static void start_timer(void)
{
    const struct sigaction action = {.sa_handler = yield, .sa_flags = SA_RESTART};
    const struct itimerspec times = {.it_interval = period, .it_value = period};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    timer_t timer;

    if (sigaction(SIGALRM, &action, NULL) || timer_create(CLOCK_MONOTONIC, &event, &timer) ||
        timer_settime(timer, 0, &times, NULL))
        abort();
}
