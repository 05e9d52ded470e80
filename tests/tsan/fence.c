/* SPDX-License-Identifier: BSD-3-Clause */
/* Release fences for the thread sanitizer, which knows none: a relaxed store after one publishes what
 * its thread did before the fence, and nothing that it did between the two. The linker hands us the
 * calls (--wrap). Each thread that uses fences has a fiber, a thread of the sanitizer's book-keeping
 * alone, which knows of it what was done before its last fence; with each relaxed store the fiber
 * releases that. Only words of 64 bits, as all our flags are. */
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>
#include <stdint.h>

/* GCC 12 has these, but not in its header. */
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
enum { NO_SYNC = 1 };

void __real___tsan_atomic64_store(volatile int64_t *to, int64_t value, int order);
void __wrap___tsan_atomic64_store(volatile int64_t *to, int64_t value, int order);
void __wrap___tsan_atomic_thread_fence(int order);

static _Thread_local void *fiber;
static _Thread_local char fenced; /* its address stands for what was done before the fence */

void __wrap___tsan_atomic_thread_fence(int order)
{
    if (order == memory_order_relaxed || order == memory_order_acquire)
        return;
    __tsan_release(&fenced);
    if (!fiber)
        fiber = __tsan_create_fiber(0);
}

void __wrap___tsan_atomic64_store(volatile int64_t *to, int64_t value, int order)
{
    if (order == memory_order_relaxed && fiber) {
        void *self = __tsan_get_current_fiber();

        __tsan_switch_to_fiber(fiber, NO_SYNC);
        __tsan_acquire(&fenced);
        __tsan_release((void *)to); /* before the store: whoever sees the value finds this */
        __tsan_switch_to_fiber(self, NO_SYNC);
    }
    __real___tsan_atomic64_store(to, value, order);
}
