/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinds of pages that buffers can lie in. */
#pragma once

/* The system's default, 4 KiB, transparent huge pages, or 2 MiB from the reserved pool. */
enum page_size { PAGE_SIZE_DEFAULT, PAGE_SIZE_4K, PAGE_SIZE_THP, PAGE_SIZE_2M };
extern const char *const page_size_names[]; /* NULL-terminated */
