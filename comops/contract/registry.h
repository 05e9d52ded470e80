/* SPDX-License-Identifier: BSD-3-Clause */
/* The patterns and implementations linked into this program. */
#pragma once

#include "comops/comops.h"

/* In the order of the build file. *count receives their number. */
const struct pattern *const *registry_patterns(int *count);
const struct pattern *registry_pattern(const char *name); /* NULL if unknown */

/* Why the pattern has no cell for these ranks, bytes and series, or NULL. Needs no buffers. */
const char *pattern_refusal(const struct job *job);

/* All implementations, and one of them: NULL if there is none; *index receives its place. */
const struct implementation *const *registry_implementations(int *count);
const struct implementation *registry_implementation(const char *protocol, const char *pattern,
                                                     int *index);

const struct absence *const *registry_absences(int *count);
