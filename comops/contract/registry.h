/* SPDX-License-Identifier: BSD-3-Clause */
/* The patterns and implementations linked into this program. */
#ifndef COMOPS_REGISTRY_H
#define COMOPS_REGISTRY_H

#include "comops/comops.h"

/* In the order of the build file. *count receives how many there are. */
const struct pattern *const *registry_patterns(int *count);
const struct pattern *registry_pattern(const char *name); /* NULL if unknown */

/* Why a pattern has no cell of these ranks, bytes and series (no buffers needed), or NULL. */
const char *pattern_refusal(const struct job *job);

/* The implementations, and one of them (NULL if there is none; *index is its place). */
const struct implementation *const *registry_implementations(int *count);
const struct implementation *registry_implementation(const char *protocol, const char *pattern,
                                                     int *index);

const struct absence *const *registry_absences(int *count);

#endif
