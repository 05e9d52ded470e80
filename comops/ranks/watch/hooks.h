/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before each watched source (-include): calls that report what -fsanitize=thread cannot
 * instrument (library.c). processor.h, reduction.h and copy.h test COMOPS_WATCHED where
 * they use assembly or intrinsics. */
#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define COMOPS_WATCHED

void *watch_malloc(size_t bytes);
void *watch_calloc(size_t count, size_t bytes);
void *watch_aligned_alloc(size_t alignment, size_t bytes);
void watch_free(void *memory);
#define malloc watch_malloc
#define calloc watch_calloc
#define aligned_alloc watch_aligned_alloc
#define free watch_free

void *watch_memcpy(void *to, const void *from, size_t bytes);
void *watch_memmove(void *to, const void *from, size_t bytes);
void *watch_memset(void *to, int value, size_t bytes);
int watch_memcmp(const void *a, const void *b, size_t bytes);
#define memcpy watch_memcpy
#define memmove watch_memmove
#define memset watch_memset
#define memcmp watch_memcmp

void watch_copy_nontemporal(char *to, const char *from, size_t bytes);
void watch_reduce(void reduce(void *into, const void *a, const void *b, size_t bytes), void *into,
                  const void *a, const void *b, size_t bytes);
void watch_pause(void);
void watch_prefetch_write(const void *line);
