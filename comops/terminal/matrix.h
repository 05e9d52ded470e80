/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns down, protocols across: what a path has, and why it lacks the rest. */
#ifndef COMOPS_MATRIX_H
#define COMOPS_MATRIX_H

#include "comops/launch/paths.h"

#include <stdio.h>

/* One path's, for a terminal or in Markdown. Protocols named like "(0,6)" share a column. */
void matrix_print(FILE *out, const struct path *path, bool markdown);

#endif
