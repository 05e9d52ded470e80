/* SPDX-License-Identifier: BSD-3-Clause */
/* Experiment A of Worley 1999: the model on one core, with one FFT or both. */
#pragma once

#include "comops/commands/pstswm/pstswm_parallel.h"

/* Table 4, with these FFTs (NULL: all that this build has). Returns the exit status. */
int pstswm_serial(const struct parallel_request *request, char *const *ffts);
