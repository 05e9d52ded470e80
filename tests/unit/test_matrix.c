/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/matrix.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

TEST(a_matrix_has_room_for_every_protocol_and_every_reason)
{
    enum { MANY = 40 };
    char names[MANY][8], *text;
    struct offer offers[MANY];
    struct lack lacks[MANY];
    const struct path path = {.label = "threads",
                              .offers = offers,
                              .offer_count = MANY,
                              .lacks = lacks,
                              .lack_count = MANY};
    size_t size;
    FILE *out = open_memstream(&text, &size);

    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        offers[i] = (struct offer){.protocol = names[i], .pattern = "pingpong"};
        lacks[i] = (struct lack){.protocol = names[i], .patterns = "*", .reason = names[i]};
    }
    matrix_print(out, &path, true);
    fclose(out);
    CHECK(strstr(text, " p39 |\n"));
    CHECK(strstr(text, "- z: p25\n- aa: p26\n") && strstr(text, "- an: p39\n"));
    free(text);
}
