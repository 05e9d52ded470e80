/* SPDX-License-Identifier: BSD-3-Clause */
/* What this path offers the model: protocols of SWAP and SENDRECV, and collectives. */
#pragma once

#include <stdbool.h>

/* The protocol by number from 0, as VARIANT(order, x); -1 after the last. */
int protocol_get(int number);
bool protocol_exists(int variant);
bool collectives_exist(void);
