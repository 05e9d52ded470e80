/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

/* In a function that watched code calls: the call, for addr2line. */
#define SITE ((const void *)((const char *)__builtin_return_address(0) - 1))
