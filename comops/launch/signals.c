/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/signals.h"

#include <stddef.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t seen;

static void on_signal(int number)
{
    seen = number;
}

void signals_catch(sigset_t *waiting)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaddset(&blocked, caught[i]);
        sigaction(caught[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, waiting);
}

bool signals_seen(void)
{
    sigset_t pending;
    bool any = seen;

    sigpending(&pending);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        any = any || sigismember(&pending, caught[i]) == 1;
    return any;
}
