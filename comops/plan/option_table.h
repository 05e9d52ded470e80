/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of `comops run`: names, help, and the fields that they set. */
#pragma once

#include <stddef.h>

enum { OPTIONS = 36 };

/* Rows without a name head a group. */
extern const struct option_row {
    const char *name;
    int letter; /* 0: none */
    const char *argument, *help;
    char *(*set)(void *field, char *argument); /* setters.h */
    size_t field;                              /* its offset in struct options */
} option_table[OPTIONS];
