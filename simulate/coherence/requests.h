/* SPDX-License-Identifier: BSD-3-Clause */
/* A request for a line travels to the line's home and waits there until the line can be given away.
 * Then it travels to the holder, who uses the line until then, and the line travels to the core.
 * Each of the three legs takes a third of the latency. */
#pragma once

#include "simulate/coherence/rank.h"

/* The rank waits for all but the last third; while a holder is asked, other requests wait. Returns
 * when the request was made, or would have been if the line had been available: `asked`, or later.
 * *source receives where the line comes from. */
double request_travel(struct rank *rank, struct line *line, double asked,
                      struct source source_of(const struct line *line, int core),
                      struct source *source);
