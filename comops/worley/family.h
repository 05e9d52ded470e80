/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's protocols, which share a column of `comops list`: the column's name, and an extended
 * regular expression of theirs. */
#pragma once

#define WORLEY_FAMILY "(x,y)"
#define WORLEY_NAMES "[(][0-3],[0-6][)]"
