/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before every source: numbers become such that each operation is a call of the compiler's
 * library, which test_flops.c counts. */
#pragma once

#include "extensions/pstswm/transforms/arrays.h"

#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define double _Float128
