/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory: how much a group's buffers take, and how much there is. */
#ifndef COMOPS_ROOM_H
#define COMOPS_ROOM_H

#include "comops/plan.h"

/* Bytes the kernel can still give, or SIZE_MAX if it does not say. */
size_t room_free(void);

/* Bytes that the buffers of one worker take; temporaries at most double it. */
double room_needed(const struct group *group);

#endif
