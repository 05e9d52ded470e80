/* SPDX-License-Identifier: BSD-3-Clause */
/* WIDEST before a function: compiled for several instruction sets; the loader selects the widest
 * that the processor has. meson.build defines where that works. */
#pragma once

#ifdef TARGET_CLONES
#define WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDEST
#endif
