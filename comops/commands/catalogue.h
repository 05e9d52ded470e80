/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops list --catalogue`: what the program decides and the parts in Python, the tests and the
 * docs need to know, whatever this machine can run. Written to catalogue.json by the build. */
#ifndef COMOPS_CATALOGUE_H
#define COMOPS_CATALOGUE_H

#include <stdio.h>

void catalogue_print(FILE *out);

#endif
