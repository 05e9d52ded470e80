/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions that GCC's -fsanitize=thread makes watched code call. Missing, so that their use
 * does not link: atomic accesses of 16 bytes, fetch_xor, fetch_nand, and those that only C++ needs.
 */
#include "comops/ranks/watch/watch.h"

/* Only the compiler calls what follows. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

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

/* ---- plain accesses ----------------------------------------------------------------------- */

#define ACCESS(name, hook, bytes)                                                                  \
    void __tsan_##name##bytes(const void *address)                                                 \
    {                                                                                              \
        if (watch_rank >= 0)                                                                       \
            hook(address, bytes, SITE);                                                            \
    }
#define ACCESSES(bytes)                                                                            \
    ACCESS(read, watched_read, bytes)                                                              \
    ACCESS(write, watched_write, bytes)                                                            \
    ACCESS(unaligned_read, watched_read, bytes)                                                    \
    ACCESS(unaligned_write, watched_write, bytes)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(const void *address, size_t bytes)
{
    if (watch_rank >= 0)
        watched_read(address, bytes, SITE);
}

void __tsan_write_range(const void *address, size_t bytes)
{
    if (watch_rank >= 0)
        watched_write(address, bytes, SITE);
}

/* ---- atomic accesses ---------------------------------------------------------------------- */

static uint64_t update(volatile void *address, enum watched_update how, uint64_t value,
                       uint64_t expected, size_t bytes, int order, const void *site)
{
    if (watch_rank >= 0)
        return watched_update((void *)address, how, value, expected, bytes, order, site);
    const uint64_t old = watch_value((const void *)address, bytes);

    watch_assign((void *)address, watch_updated(old, how, value, expected), bytes);
    return old;
}

#define UPDATE(type, bits, name, how, operand)                                                     \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order)               \
    {                                                                                              \
        return (type)update(address, how, (type)(operand), 0, sizeof(type), order, SITE);          \
    }

/* `order_failed`, of a comparison that fails, is never stronger than `order`. */
#define COMPARE(type, bits, name)                                                                  \
    bool __tsan_atomic##bits##_compare_exchange_##name(volatile type *address, type *expected,     \
                                                       type value, int order, int order_failed)    \
    {                                                                                              \
        const type wanted = *expected;                                                             \
                                                                                                   \
        (void)order_failed;                                                                        \
        *expected =                                                                                \
            (type)update(address, WATCHED_COMPARE, value, wanted, sizeof(type), order, SITE);      \
        return *expected == wanted;                                                                \
    }

#define ATOMICS(type, bits)                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *address, int order)                       \
    {                                                                                              \
        if (watch_rank < 0)                                                                        \
            return *address;                                                                       \
        return (type)watched_load((const void *)address, sizeof(type), order, SITE);               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order)                \
    {                                                                                              \
        if (watch_rank < 0)                                                                        \
            *address = value;                                                                      \
        else                                                                                       \
            watched_store((void *)address, value, sizeof(type), order, SITE);                      \
    }                                                                                              \
    UPDATE(type, bits, exchange, WATCHED_EXCHANGE, value)                                          \
    UPDATE(type, bits, fetch_add, WATCHED_ADD, value)                                              \
    UPDATE(type, bits, fetch_sub, WATCHED_ADD, -value)                                             \
    UPDATE(type, bits, fetch_and, WATCHED_AND, value)                                              \
    UPDATE(type, bits, fetch_or, WATCHED_OR, value)                                                \
    COMPARE(type, bits, strong)                                                                    \
    COMPARE(type, bits, weak)
ATOMICS(uint8_t, 8)
ATOMICS(uint16_t, 16)
ATOMICS(uint32_t, 32)
ATOMICS(uint64_t, 64)

void __tsan_atomic_thread_fence(int order)
{
    if (watch_rank >= 0)
        watched_fence(order, SITE);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order; /* orders nothing that another rank sees */
}
