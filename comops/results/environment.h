/* SPDX-License-Identifier: BSD-3-Clause */
/* What a reviewer asks about the machine and the build: the campaign record. */
#ifndef COMOPS_ENVIRONMENT_H
#define COMOPS_ENVIRONMENT_H

#include "comops/arena/clock.h"
#include "comops/plan/options.h"
#include "topology/machine.h"

#include <jansson.h>

/* All of the campaign record that does not depend on the workers. The caller owns it. */
json_t *environment_record(const struct options *options, const struct machine *machine,
                           const struct clock_quality *clock);

#endif
