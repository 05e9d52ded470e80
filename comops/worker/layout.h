/* SPDX-License-Identifier: BSD-3-Clause */
/* Where memory lies in a worker that goes on living. What is mapped or allocated after layout_set
 * lies on other pages and lines than after another number: it first takes some of the pages and of
 * the heap itself, as many as the number says. What the runtime allocated when it started stays
 * where it is. */
#pragma once

#include "comops/arena/page_size.h"
#include "comops/comops.h"

struct layout {
    char *pages, *heap; /* taken, so that others are found */
    size_t bytes;       /* of the pages */
    enum page_size kind;
};

/* Nothing of what the old layout had may be in use. Called by all ranks together with the same
 * number. Without memory for it everything stays where it is. */
void layout_set(struct layout *layout, const struct team *team, enum page_size kind,
                uint32_t number);
void layout_free(struct layout *layout, const struct team *team);

/* For what begins a page of its own: where in it the first line lies, less than 8 KiB. */
size_t layout_offset(uint32_t number);
