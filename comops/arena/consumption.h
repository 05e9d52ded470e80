/* SPDX-License-Identifier: BSD-3-Clause */
/* When a rank reads the data it has received: never, after its end stamp, or before it. */
#pragma once

#include <stdbool.h>

enum consumption { CONSUME_NO, CONSUME_BETWEEN, CONSUME_TIMED };
extern const char *const consumption_names[]; /* NULL-terminated */

/* False, with *consumption unchanged, if there is none of this name. */
bool consumption_named(const char *name, enum consumption *consumption);
