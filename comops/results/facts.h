/* SPDX-License-Identifier: BSD-3-Clause */
/* What may differ between two nodes of one kind: firmware, kernel, its settings, memory. */
#pragma once

#include <jansson.h>

/* The facts of the campaign record (docs/results-file.md), each a string or a number, or null if
 * the kernel does not say. `root` comes before /sys and /proc; "" is this machine. Callers that
 * know the libraries add them. The caller owns it. */
json_t *facts_read(const char *root);
