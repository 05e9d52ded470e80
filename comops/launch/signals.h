/* SPDX-License-Identifier: BSD-3-Clause */
/* SIGINT, SIGTERM and SIGHUP, noticed only while waiting. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Blocks the three signals from now on. *waiting is the mask that lets them through in ppoll, so
 * that none is lost between a check and a sleep. */
void signals_catch(sigset_t *waiting);

/* True if one of them was delivered or is pending. */
bool signals_seen(void);
