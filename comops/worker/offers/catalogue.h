/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

/* Prints what only C knows as one JSON object: the patterns, placements, and the names of whatever
 * a cell can be. */
void catalogue_print(void);
