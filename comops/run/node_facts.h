/* SPDX-License-Identifier: BSD-3-Clause */
/* The facts of the campaign record: those of the node, and which libraries its workers run. */
#pragma once

#include "comops/launch/supervisor.h"
#include "comops/plan/plan.h"

/* Of a plan whose workers have started. The caller owns it. */
json_t *node_facts(struct supervisor *supervisor, const struct plan *plan);
