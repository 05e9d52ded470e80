/* SPDX-License-Identifier: BSD-3-Clause */
/* From the argument of an option of `comops run` to its field. */
#pragma once

/* NULL, or why the argument is refused: the caller frees. The field has the type that struct
 * options gives it; that of sizes, which are two fields, is the whole struct. */
char *setter_list(void *field, char *argument);
char *setter_text(void *field, char *argument);
char *setter_flag(void *field, char *argument);
char *setter_duration(void *field, char *argument);
char *setter_sizes(void *options, char *argument);
char *setter_ranks(void *field, char *argument);
char *setter_perturb(void *field, char *argument);
char *setter_skew(void *field, char *argument);
char *setter_method(void *field, char *argument);
char *setter_precision(void *field, char *argument);
char *setter_seed(void *field, char *argument);
char *setter_launches(void *field, char *argument);
