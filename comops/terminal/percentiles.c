/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/percentiles.h"

#include <math.h>

static void print_head(FILE *out, const struct table *table)
{
    fprintf(out, "single runs of a typical launch, us: %s, then %s\n     bytes", table->columns[0],
            table->columns[1]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < CELL_PERCENTILES; i++)
            fprintf(out, "%9s", cell_shares[i].name);
    fputc('\n', out);
}

static void print_side(FILE *out, const struct side *side)
{
    for (int i = 0; i < CELL_PERCENTILES; i++) {
        const struct cell_percentile *one = &side->percentiles[i];
        const double half_width = (one->interval.high - one->interval.low) / 2;

        if (!side->protocol || isnan(one->us))
            fprintf(out, "%9s", "-");
        else
            fprintf(out, "%9.*f", text_decimals(one->us, half_width), one->us);
    }
}

void percentiles_print(FILE *out, const struct table *table)
{
    print_head(out, table);
    for (const struct row *row = table->rows; row < table->rows + table->count; row++) {
        fprintf(out, "%10zu", row->bytes);
        print_side(out, &row->of[VERDICT_BEST].sides[0]);
        print_side(out, &row->of[VERDICT_BEST].sides[1]);
        fputc('\n', out);
    }
    fputc('\n', out);
}
