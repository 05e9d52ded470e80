/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors as wide as the processor's. A compiler that must make vectors wider than an instruction
 * set has keeps them on the stack, which is ten times slower. So meson.build compiles each file
 * with vectors once for each set, with VECTOR_SET naming it, and the program chooses among the
 * results when it starts. */
#pragma once

#include <stdbool.h>

enum vector_set { VECTORS_BASELINE, VECTORS_AVX2, VECTORS_AVX512, VECTOR_SETS };

/* "baseline", "avx2", "avx512"; NULL-terminated. */
extern const char *const vector_set_names[VECTOR_SETS + 1];

/* Whether there is code for the set and this processor can run it. */
bool vectors_usable(enum vector_set set);

/* The widest usable one, or the one that the environment variable COMOPS_VECTORS names. If that is
 * not usable, the program ends with status 77. */
enum vector_set vectors_chosen(void);

/* In a file that is compiled for each set: a name that ends in the set's. */
#define VECTOR_JOINED(name, set) name##_##set
#define VECTOR_JOIN(name, set) VECTOR_JOINED(name, set)
#ifndef VECTOR_SET
#define VECTOR_SET baseline
#endif
#define VECTOR_NAME(name) VECTOR_JOIN(name, VECTOR_SET)

/* Bytes of a vector register of the set that the file is compiled for. */
#if defined(__AVX512F__)
enum { VECTOR_BYTES = 64 };
#elif defined(__AVX__)
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 }; /* SSE2, NEON, VSX */
#endif

/* What one set has, in the order of enum vector_set. In programs without the others' code, which
 * are compiled without EACH_VECTOR_SET, all are the baseline. */
#ifdef EACH_VECTOR_SET
#define VECTOR_TABLE(name) {&name##_baseline, &name##_avx2, &name##_avx512}
#else
#define VECTOR_TABLE(name) {&name##_baseline, &name##_baseline, &name##_baseline}
#endif
