/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(threads, "xhc", "*", "algorithms for barrier, broadcast and allreduce");
