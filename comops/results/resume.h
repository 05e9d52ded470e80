/* SPDX-License-Identifier: BSD-3-Clause */
/* Going on with a campaign that was interrupted, as it was asked for. */
#ifndef COMOPS_RESUME_H
#define COMOPS_RESUME_H

#include "comops/plan/options.h"
#include "comops/results/record.h"
#include "topology/machine.h"

/* Opens the file of options->resume, and replaces the options by those of its campaign. *done
 * receives the keys of its valid cells. False, with the reason on standard error, if that cannot
 * be: a damaged or foreign file, another machine, other options beside --resume. */
bool resume_campaign(struct options *options, const struct machine *machine,
                     struct results *results, json_t **done);

#endif
