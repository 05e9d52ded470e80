/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/arena/page_size.h"

#include <stddef.h>

const char *const page_size_names[] = {"default", "4k", "thp", "2m", NULL};
