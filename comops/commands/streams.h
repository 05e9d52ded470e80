/* SPDX-License-Identifier: BSD-3-Clause */
/* The standard streams, whether or not the caller has opened them. */
#pragma once

/* Call before any file is opened. If the caller has closed a stream, input is empty, output fails
 * and messages are dropped, and no file of ours gets its number. At exit, output that could not be
 * written is reported on standard error, with exit status 1. */
void streams_open(void);
