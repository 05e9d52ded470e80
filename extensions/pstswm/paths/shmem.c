/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenSHMEM's collectives require blocks of equal length and groups with power-of-two strides. */
#include "extensions/pstswm/parallel/group.h"

const struct collectives path_collectives = {.name = NULL};
