/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/registry.h"

const struct registry_part direct_part = REGISTRY_PART;
