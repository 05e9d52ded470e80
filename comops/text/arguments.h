/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of a command: argp with the options that all commands have, -h, -V, -q and -v.
 */
#pragma once

#include <argp.h>

/* As argp_parse. Help and version end the program with 0, wrong usage with argp_err_exit_status;
 * for an unknown option the nearest known one is suggested. -q and -v set text_level. With
 * ARGP_SILENT it neither prints nor ends: returns NULL, or why the words are refused; the caller
 * frees. */
char *arguments_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

/* As argp_error, for text that may contain anything. */
__attribute__((format(printf, 2, 3))) void arguments_error(const struct argp_state *state,
                                                           const char *format, ...);
