/* SPDX-License-Identifier: BSD-3-Clause */
/* Text of unknown origin, made safe to print. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character at the beginning, as RFC 3629 defines it; 0 if there is none. */
size_t escape_decode(const char *text, uint32_t *point);

/* For a terminal: control characters, those that hide or reorder text, and bytes that are not UTF-8
 * become \u001b, \u202e, \xff. The caller frees. */
char *escape_terminal(const char *text);
