/* SPDX-License-Identifier: BSD-3-Clause */
/* The OpenMP library that the threads run on. */
#pragma once

/* "libgomp.so.1.0.0 (GNU) GOMP_5.1, compiled for OpenMP 201511": the file that was loaded, its
 * maker, and the newest interface that it defines, which distinguishes releases of GCC if the
 * file's name does not; then the environment variables that control how its threads wait. Valid
 * until the program ends. */
const char *openmp_library(void);
