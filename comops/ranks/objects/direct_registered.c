/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers the object of `direct`, for a worker that has this protocol. */
#include "comops/ranks/contract/registry.h"

__attribute__((constructor)) static void register_direct(void)
{
    registry_add(&direct_part);
}
