/* SPDX-License-Identifier: BSD-3-Clause */
/* The patterns and implementations linked into this program, and those of its shared objects. */
#pragma once

#include "comops/comops.h"

/* Arrays of pointers: the sections that COMOPS_REGISTER fills. */
struct registry_part {
    const struct pattern *const *patterns, *const *patterns_end;
    const struct implementation *const *implementations, *const *implementations_end;
    const struct absence *const *absences, *const *absences_end;
};

/* The sections of the program or shared object that the file is linked into. Weak, because it may
 * have none; hidden, because another object's are not meant. */
#define REGISTRY_BOUND(type, bound)                                                                \
    extern const struct type *const bound[] __attribute__((weak, visibility("hidden")))
#define REGISTRY_BOUNDS(type, section)                                                             \
    REGISTRY_BOUND(type, __start_##section);                                                       \
    REGISTRY_BOUND(type, __stop_##section)
REGISTRY_BOUNDS(pattern, comops_patterns);
REGISTRY_BOUNDS(implementation, comops_implementations);
REGISTRY_BOUNDS(absence, comops_absences);
#define REGISTRY_PART                                                                              \
    {__start_comops_patterns,       __stop_comops_patterns,                                        \
     __start_comops_implementations, __stop_comops_implementations,                                \
     __start_comops_absences,       __stop_comops_absences}

/* Puts another object's part before what is there. Called before threads begin. */
void registry_add(const struct registry_part *part);

/* The part of the object that has the implementations of `direct`; two paths load it. */
extern const struct registry_part direct_part;

/* In the order of the build files. *count receives their number. */
const struct pattern *const *registry_patterns(int *count);
const struct pattern *registry_pattern(const char *name); /* NULL if unknown */

/* Why the pattern has no cell for these ranks, bytes and series, or NULL. Needs no buffers. */
const char *pattern_refusal(const struct job *job);

/* All implementations; one of them, of any path if `path` is NULL, or NULL if there is none. */
const struct implementation *const *registry_implementations(int *count);
const struct implementation *registry_implementation(const char *path, const char *protocol,
                                                     const char *pattern);

const struct absence *const *registry_absences(int *count);
