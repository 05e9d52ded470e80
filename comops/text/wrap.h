/* SPDX-License-Identifier: BSD-3-Clause */
/* Wraps text so that a terminal does not break words. */
#pragma once

#include <stdio.h>

/* Prints the text and a newline. On a terminal it is broken at blanks to fit, and all lines but the
 * first begin with `indent` blanks; elsewhere it stays one line. */
void wrap_print(FILE *out, const char *text, int indent);

/* The same for this many columns; 0: any number. */
void wrap_columns(FILE *out, const char *text, int indent, int columns);
