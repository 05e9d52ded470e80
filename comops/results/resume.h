/* SPDX-License-Identifier: BSD-3-Clause */
/* Resumes an interrupted campaign with its own options. */
#pragma once

#include "comops/plan/options.h"
#include "comops/results/results.h"
#include "topology/machine.h"

/* Opens the file of options->resume and replaces the options by those of its campaign. *done
 * receives the keys of its valid cells. False, with the reason on standard error, for a damaged or
 * foreign file, another machine, or further options. */
bool resume_campaign(struct options *options, const struct machine *machine,
                     struct results *results, json_t **done);
