/* SPDX-License-Identifier: BSD-3-Clause */
/* Plain memory: everything that ranks share lies in one heap. For each byte it is recorded when
 * each rank last read or wrote it, which reveals races (FastTrack, Flanagan and Freund 2009,
 * without its compression). GCC's -fsanitize=thread inserts the calls; those of the C library come
 * from the linker (--wrap) and stay calls (-fno-builtin). */
#include "tests/model/runtime.h"

#include <string.h>

enum { HEAP = 1 << 20 };

static struct byte {
    int writer;
    uint32_t written;                /* when, by the writer's clock; 0: before the ranks began */
    uint32_t read[MODEL_RANKS_MOST]; /* likewise */
    struct location *location;
} bytes[HEAP];

static _Alignas(4096) char heap[HEAP];
static size_t heap_used;

void plain_reset(void)
{
    memset(heap, 0, heap_used);
    memset(bytes, 0, heap_used * sizeof *bytes);
    heap_used = 0;
}

static bool is_shared(const void *address)
{
    return (const char *)address >= heap && (const char *)address < heap + heap_used;
}

static void byte_read(struct byte *byte, const struct clock *now, const void *site)
{
    if (byte->written > now->of[byte->writer])
        model_fail("race: rank %d reads at %p what rank %d writes", model_rank, site, byte->writer);
    byte->read[model_rank] = now->of[model_rank];
}

static void byte_write(struct byte *byte, const struct clock *now, const void *site)
{
    if (byte->written > now->of[byte->writer])
        model_fail("race: rank %d writes at %p what rank %d writes", model_rank, site,
                   byte->writer);
    for (int rank = 0; rank < MODEL_RANKS_MOST; rank++)
        if (byte->read[rank] > now->of[rank])
            model_fail("race: rank %d writes at %p what rank %d reads", model_rank, site, rank);
    byte->writer = model_rank;
    byte->written = now->of[model_rank];
}

/* Outside the heap there are only the rank's own stack and constants. */
static void look(const void *address, size_t size, bool writes, const void *site)
{
    if (model_rank < 0 || !is_shared(address))
        return;
    const struct clock *now = clock_now();
    struct byte *byte = &bytes[(const char *)address - heap];

    for (size_t i = 0; i < size; i++, byte++) {
        if (byte->location)
            model_fail("rank %d accesses an atomic variable as a plain one at %p", model_rank,
                       site);
        writes ? byte_write(byte, now, site) : byte_read(byte, now, site);
    }
}

struct location *plain_location(const void *address)
{
    if (!is_shared(address))
        model_fail("rank %d uses an atomic variable that is not on the heap", model_rank);
    return bytes[(const char *)address - heap].location;
}

void plain_claim(const void *address, struct location *location)
{
    struct byte *byte = &bytes[(const char *)address - heap];

    for (size_t i = 0; i < sizeof(uint64_t); i++, byte++) {
        if (byte->written)
            model_fail("rank %d has written an atomic variable as a plain one", byte->writer);
        byte->location = location;
    }
}

/* ---- what the compiler calls -------------------------------------------------------------- */

/* Only the compiler and the linker call what follows. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define ACCESS(name, size, writes)                                                                 \
    void __tsan_##name##size(const void *address)                                                  \
    {                                                                                              \
        look(address, size, writes, SITE);                                                         \
    }
#define ACCESSES(size)                                                                             \
    ACCESS(read, size, false)                                                                      \
    ACCESS(write, size, true)                                                                      \
    ACCESS(unaligned_read, size, false)                                                            \
    ACCESS(unaligned_write, size, true)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(const void *address, size_t size)
{
    look(address, size, false, SITE);
}

void __tsan_write_range(const void *address, size_t size)
{
    look(address, size, true, SITE);
}

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void)
{
}

/* ---- the C library ------------------------------------------------------------------------ */

void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int value, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    look(from, size, false, SITE);
    look(to, size, true, SITE);
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    look(from, size, false, SITE);
    look(to, size, true, SITE);
    return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int value, size_t size)
{
    look(to, size, true, SITE);
    return __real_memset(to, value, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
    look(a, size, false, SITE);
    look(b, size, false, SITE);
    return __real_memcmp(a, b, size);
}

/* Only before the ranks begin. */
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    const size_t begin = (heap_used + alignment - 1) / alignment * alignment;

    if (model_rank >= 0 || begin + size > HEAP)
        return NULL;
    heap_used = begin + size;
    return heap + begin;
}

void *__wrap_malloc(size_t size)
{
    return __wrap_aligned_alloc(64, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return __wrap_malloc(count * size);
}

/* The next execution begins with an empty heap. */
void __wrap_free(void *memory)
{
    (void)memory;
}
