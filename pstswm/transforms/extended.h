/* SPDX-License-Identifier: BSD-3-Clause */
/* The precision in which tables are computed before they are rounded. */
#pragma once

typedef long double extended;
