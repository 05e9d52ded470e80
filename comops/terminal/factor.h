/* SPDX-License-Identifier: BSD-3-Clause */
/* A ratio as people say it: how many times as long the longer of two times is. */
#pragma once

#include "comops/findings/ratio.h"
#include "comops/text/text.h"

enum { FACTOR_TEXT = 4 * TEXT_SIZE };

double factor_of(const struct ratio *ratio);

/* "4.03", with the digits that the interval allows. */
char *factor_text(const struct ratio *ratio, char into[TEXT_SIZE]);

/* "4.03 [3.95, 4.11]"; without an interval "4.03". */
char *factor_text_interval(const struct ratio *ratio, char into[FACTOR_TEXT]);
