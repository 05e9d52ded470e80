/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/factor.h"

#include <math.h>
#include <stdio.h>

double factor_of(const struct ratio *ratio)
{
    return fmax(ratio->value, 1 / ratio->value);
}

/* Of the ratio, or of its inverse if it is below 1. */
static struct interval interval_of(const struct ratio *ratio)
{
    const struct interval *interval = &ratio->interval;

    return ratio->value < 1 ? (struct interval){1 / interval->high, 1 / interval->low} : *interval;
}

static int decimals_of(const struct ratio *ratio)
{
    const double value = factor_of(ratio), inverse = ratio->value < 1 ? value * value : 1;
    const double width = ratio->interval.high - ratio->interval.low;

    return text_decimals(value, ratio->has_interval ? width / 2 * inverse : 0);
}

char *factor_text(const struct ratio *ratio, char into[TEXT_SIZE])
{
    snprintf(into, TEXT_SIZE, "%.*f", decimals_of(ratio), factor_of(ratio));
    return into;
}

char *factor_text_interval(const struct ratio *ratio, char into[FACTOR_TEXT])
{
    const int decimals = decimals_of(ratio);
    const struct interval interval = interval_of(ratio);

    if (!ratio->has_interval)
        return factor_text(ratio, into);
    snprintf(into, FACTOR_TEXT, "%.*f [%.*f, %.*f]", decimals, factor_of(ratio), decimals,
             interval.low, decimals, interval.high);
    return into;
}
