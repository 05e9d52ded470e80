/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops run --preset NAME`: options that a settings file has under a name. */
#pragma once

#include "comops/plan/options.h"

/* ./comops.toml, then comops/comops.toml in the user's configuration folder: the first that is
 * there counts. The command line with the options of options->preset in front of all others, which
 * thus win, and without --preset; *file receives the file that has them. NULL, with the reason on
 * standard error, if there is none, or it has other options than those of a campaign. The caller
 * frees both. */
char **presets_expand(const struct options *options, char **file);
