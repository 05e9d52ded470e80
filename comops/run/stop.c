/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/stop.h"

static const double overtime = 6; /* times its share, where it is too slow for an interval */
static const double patience_seconds = 3; /* beyond that, for a cell without a sample */

enum stop stop_reason(const struct stop_state *state)
{
    const bool enough = state->taken >= state->least, last = state->taken >= state->most;
    const bool waiting =
        state->starved && !last && state->spent <= overtime * state->share + patience_seconds;

    if (state->interrupted)
        return STOP_INTERRUPTED;
    if (state->method_rounds)
        return state->taken < state->method_rounds || waiting ? STOP_NOT
               : state->cut                                   ? STOP_BUDGET
                                                              : STOP_METHOD;
    if (enough && state->precise_looks >= state->looks_needed)
        return STOP_PRECISE;
    if (last)
        return STOP_LAUNCHES;
    return !waiting && state->spent > state->share * (enough ? 1 : overtime) ? STOP_BUDGET
                                                                             : STOP_NOT;
}

const char *stop_word(enum stop reason, bool failed, bool precise)
{
    return failed                       ? "error"
           : reason == STOP_METHOD      ? "method"
           : precise                    ? "precise"
           : reason == STOP_INTERRUPTED ? "interrupted"
                                        : "budget";
}
