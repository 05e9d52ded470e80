/* SPDX-License-Identifier: BSD-3-Clause */
/* Moves memory within a running worker. What is mapped or allocated after layout_set lies on
 * different pages and lines for different numbers, because it first takes some pages and heap
 * itself, as many as the number says. What the runtime allocated when it started does not move. */
#pragma once

#include "comops/arena/arena.h"
#include "comops/comops.h"

struct layout {
    char *pages, *heap; /* taken, so that other memory is found */
    size_t bytes;       /* of the pages */
    enum page_size kind;
};

/* Nothing from the old layout may be in use. Called by all ranks together with the same number.
 * Without enough memory nothing moves. */
void layout_set(struct layout *layout, const struct team *team, enum page_size kind,
                uint32_t number);
void layout_free(struct layout *layout, const struct team *team);

/* For memory that begins on a page of its own: the offset of its first line, less than 8 KiB. */
size_t layout_offset(uint32_t number);

/* Behind the beginning of a page, for what a rank keeps for itself: far from where short messages
 * begin in theirs, because processors first compare only the last 12 bits of the addresses of loads
 * and stores. */
enum { LAYOUT_APART = 2048 };
/* The same for what an implementation works with, at a place that the number decides. */
size_t layout_place(uint32_t number);

/* How far below this frame the stack of what is timed begins: at a place of its page that only the
 * number decides. Less than two pages. */
size_t layout_stack(uint32_t number, const void *frame);
