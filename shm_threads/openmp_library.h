/* SPDX-License-Identifier: BSD-3-Clause */
/* Which OpenMP library the threads run on. */
#pragma once

/* "libgomp.so.1.0.0 (GNU) GOMP_5.1, compiled for OpenMP 201511": the file that was loaded, its
 * maker, and the newest interface that it defines, which tells releases of GCC apart where the
 * file's name does not; then what the environment sets of how its threads wait. Lives as long as
 * the program. */
const char *openmp_library(void);
