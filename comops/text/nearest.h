/* SPDX-License-Identifier: BSD-3-Clause */
/* What a mistyped word may mean. */
#pragma once

/* The name nearest to the word: one that starts with it, or that differs by a few letters added,
 * missing, replaced or swapped with their neighbours (optimal string alignment). NULL if none is
 * near; the list is NULL-terminated, and NULL if empty. */
const char *nearest_name(const char *word, const char *const *names);

/* "; did you mean `pingpong`?", or "" if no name is near. The caller frees. */
char *nearest_question(const char *word, const char *const *names);
