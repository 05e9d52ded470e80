/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory straight from the kernel, and where in it things lie. */
#pragma once

#include "comops/ranks/arena/arena.h"

/* Page-aligned memory straight from the kernel. Its pages have never been touched, so first touch
 * decides their NUMA node; malloc may return pages that were touched before. NULL if bytes is 0, or
 * if there is no memory or no such page left. */
void *mapping_create(size_t bytes, enum page_size pages);
void mapping_free(void *memory, size_t bytes, enum page_size pages);

/* Memory of its own pages that begins so many bytes, less than a page, behind the first one's
 * beginning; never NULL. For what lies at the same place of a page in every program. */
void *mapping_take(size_t bytes, size_t offset);
void mapping_return(void *memory, size_t bytes);

/* For memory that was mapped elsewhere: advises the kernel which kind of pages to use. */
void mapping_prepare(char *memory, size_t bytes, enum page_size pages);
/* Touches all pages for the first time; false if there is no page left. */
bool mapping_touch(char *memory, size_t bytes, enum page_size pages);

/* Only those from `begin` on may be accessed, so that the address sanitizer detects a copy past the
 * end. */
void mapping_show(const char *memory, size_t bytes, const char *begin, size_t shown);

/* `bytes` rounded up to whole pages of this kind. */
size_t mapping_bytes(size_t bytes, enum page_size pages);

/* Untouched bytes after each mapping. Processors prefetch beyond the end of a page if another
 * follows: a rank that reads its buffer to the end would take lines from the rank whose buffer is
 * next. */
size_t mapping_gap(enum page_size pages);

/* Bytes of a mapping of so many bytes in huge pages according to the kernel; 0 if unknown. */
size_t mapping_huge_bytes(const void *memory, size_t bytes);

/* ---- layouts ---- */

/* Where a line lies makes it faster or slower. A layout's number decides that for everything that
 * an implementation works with: how far behind the beginning of its memory it lies, and which part
 * of the heap is taken before it is set up. What the runtime allocated when it started does not
 * move. */

/* Pages of 4 KiB, or of the system's size, before what lies in pages of this kind; at most that. */
size_t layout_before(uint32_t number, enum page_size pages);
size_t layout_before_most(enum page_size pages);

/* For memory that begins on a page of its own: the offset of its first line, less than 8 KiB. */
size_t layout_offset(uint32_t number);
enum { LAYOUT_OFFSET_MOST = 8192 };

/* Behind the beginning of a page, for what a rank keeps for itself: far from where short messages
 * begin in theirs, because processors first compare only the last 12 bits of the addresses of loads
 * and stores. */
enum { LAYOUT_APART = 2048 };
/* The same for what an implementation works with, at a place that the number decides: less than a
 * page. */
size_t layout_place(uint32_t number);

/* How far below this frame the stack of what is timed begins: at a place of its page that only the
 * number decides. Less than two pages. */
size_t layout_stack(uint32_t number, const void *frame);
