/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/worker/run_request.h"

#include <limits.h>
#include <math.h>

bool run_request_parse(const struct words *words, struct run_request *request)
{
    int64_t levels = 0, number = 0, steps = 0;
    double dt = 0, tilt = NAN;
    const bool good = words_integer(words, "levels", 1, INT_MAX, &levels) &&
                      words_integer(words, "case", 1, INT_MAX, &number) &&
                      words_integer(words, "steps", 1, INT_MAX, &steps) &&
                      words_number(words, "dt", &dt) && words_number(words, "tilt", &tilt);

    *request = (struct run_request){.truncation =
                                        truncation_find(words_text(words, "truncation", "")),
                                    .levels = (int)levels,
                                    .steps = (int)steps,
                                    .dt = dt,
                                    .test = {(int)number, tilt * acos(-1) / 180}};
    return good && request->truncation && levels && number && steps && dt > 0 && !isnan(tilt);
}
