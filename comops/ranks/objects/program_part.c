/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers what this program contains, where the registry is in a shared object. */
#include "comops/ranks/contract/registry.h"

static const struct registry_part program_part = REGISTRY_PART;

__attribute__((constructor)) static void register_program(void)
{
    registry_add(&program_part);
}
