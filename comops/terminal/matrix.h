/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns by protocols: which implementations a path has, and why it lacks the others. */
#pragma once

#include "comops/launch/paths.h"

#include <stdio.h>

/* The matrix of one path, for a terminal or in Markdown. Protocols of a family share a column. */
void matrix_print(FILE *out, const struct path *path, bool markdown);
