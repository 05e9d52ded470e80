/* SPDX-License-Identifier: BSD-3-Clause */
/* A request for a line travels to the line's home, where it waits until the line can be given away,
 * then to its holder, who uses it until then, and the line comes: a third of the latency each. */
#pragma once

#include "simulate/coherence/rank.h"

/* The rank waits for that, but for the last third; while a holder is asked, other requests wait.
 * Returns when the request was made, or would have been if the line had not had to be waited for:
 * `asked`, or later. *source is where the line comes from. */
double request_travel(struct rank *rank, struct line *line, double asked,
                      struct source source_of(const struct line *line, int core),
                      struct source *source);
