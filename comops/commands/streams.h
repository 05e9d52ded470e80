/* SPDX-License-Identifier: BSD-3-Clause */
/* The standard streams, whether or not the caller has opened them. */
#pragma once

/* Call before any file is opened. Of the streams that are closed, input is empty, output fails and
 * messages are dropped; no file of ours gets their numbers. When the program exits, output that
 * could not be written is reported on standard error, with exit status 1. */
void streams_open(void);
