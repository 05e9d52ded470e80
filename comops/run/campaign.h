/* SPDX-License-Identifier: BSD-3-Clause */
/* One `comops run` from its options to its exit status. */
#pragma once

#include "comops/plan/options.h"

enum { EXIT_LOST = 1, EXIT_USAGE = 2, EXIT_NOTHING = 77 };

int campaign_run(struct options *options);
