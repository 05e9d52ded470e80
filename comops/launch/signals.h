/* SPDX-License-Identifier: BSD-3-Clause */
/* Ctrl-C and its like, noticed only where they are waited for. */
#ifndef COMOPS_SIGNALS_H
#define COMOPS_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are blocked; *waiting is the mask for ppoll that lets them
 * through, so that none falls between a check and a sleep. */
void signals_catch(sigset_t *waiting);

/* One has come, delivered or still pending. */
bool signals_seen(void);

#endif
