/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of comops.toml: presets, each a list of options of `comops run` (docs/settings.md). */
#pragma once

#include <stddef.h>

struct preset {
    char *name;
    char **words; /* "--sizes=8:4M"; NULL-terminated, NULL: none */
    int *lines;   /* on which each word stands, from 1 */
};

struct settings {
    struct preset *presets;
    size_t count;
};

/* Reads a part of TOML: tables [presets.NAME] of lines `option = value`. A value is a string on one
 * line without backslashes, a number, true, or a list of strings and numbers on one line. All else
 * is refused. NULL, or "FILE:LINE: why"; the caller frees both. */
char *settings_parse(struct settings *settings, const char *file, const char *text, size_t length);
void settings_free(struct settings *settings);
