/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/watch/fibre.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, PAGE_LINES = 64 };

struct fibre fibre_main;
static struct fibre *running; /* from the switch to a fibre on */

/* Saves this fibre's position in *from, and continues at the position `to`. */
void fibre_swap(void **from, void *to);
/* The saved position of a new fibre with this stack: before its first call, of `enter`. */
static void *point_first(char *stack, size_t bytes, void enter(void));

#if defined(__x86_64__)

/* The ABI (System V, AMD64, 3.2.1) requires a function to preserve six registers, and the control
 * words of SSE and x87. The call's return address is where the fibre continues. */
__asm__(".text\n"
        ".globl fibre_swap\n"
        ".type fibre_swap, @function\n"
        "fibre_swap:\n"
        "    endbr64\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n"
        "    fnstcw 4(%rsp)\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    ldmxcsr (%rsp)\n"
        "    fldcw 4(%rsp)\n"
        "    addq $8, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fibre_swap, . - fibre_swap\n");

struct saved {
    uint32_t mxcsr;
    uint16_t x87;
    uint64_t registers[6];
    void (*enter)(void);
    uint64_t caller; /* none: here a debugger's walk of the stack ends */
};

static void *point_first(char *stack, size_t bytes, void enter(void))
{
    struct saved *saved = (struct saved *)(stack + bytes) - 1; /* leaves the stack as a call does */

    *saved = (struct saved){.enter = enter};
    __asm__("stmxcsr %0\n\tfnstcw %1" : "=m"(saved->mxcsr), "=m"(saved->x87));
    return saved;
}

#elif defined(__aarch64__)

/* The ABI (AAPCS64, 6.1) requires a function to preserve ten registers, the frame pointer, the
 * lower halves of eight vectors, and the control word of floating point. The fibre continues at
 * x30. */
__asm__(".text\n"
        ".globl fibre_swap\n"
        ".type fibre_swap, %function\n"
        "fibre_swap:\n"
        "    hint #34\n" /* bti c */
        "    sub sp, sp, #176\n"
        "    stp x19, x20, [sp]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mrs x9, fpcr\n"
        "    str x9, [sp, #160]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldr x9, [sp, #160]\n"
        "    msr fpcr, x9\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x19, x20, [sp]\n"
        "    add sp, sp, #176\n"
        "    ret\n"
        ".size fibre_swap, . - fibre_swap\n");

struct saved {
    uint64_t registers[11]; /* x19 to x29 */
    void (*enter)(void);    /* x30 */
    uint64_t vectors[8];
    uint64_t fpcr, unused;
};

static void *point_first(char *stack, size_t bytes, void enter(void))
{
    struct saved *saved = (struct saved *)(stack + bytes) - 1;

    *saved = (struct saved){.enter = enter};
    __asm__("mrs %0, fpcr" : "=r"(saved->fpcr));
    return saved;
}

#else

#include <ucontext.h>

void fibre_swap(void **from, void *to)
{
    ucontext_t here;

    *from = &here; /* on this fibre's stack, which keeps it */
    swapcontext(&here, to);
}

static void *point_first(char *stack, size_t bytes, void enter(void))
{
    ucontext_t *first = (ucontext_t *)(stack + bytes) - 1;

    getcontext(first);
    first->uc_stack.ss_sp = stack;
    first->uc_stack.ss_size = bytes - sizeof *first;
    first->uc_link = NULL;
    makecontext(first, enter, 0);
    return first;
}

#endif

static void enter(void)
{
    struct fibre *self = running;

    self->live(self->number);
    self->ended = true;
    fibre_switch(self, &fibre_main);
    abort(); /* it has ended */
}

/* Stacks grow downwards, to the guard page. */
static void stack_map(struct fibre *fibre, size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0) {
        fprintf(stderr, "no memory for a stack of %zu bytes: ", bytes);
        perror(NULL);
        exit(EXIT_FAILURE);
    }
    fibre->stack = memory + page;
    fibre->stack_bytes = bytes;
}

void fibre_begin(struct fibre *fibre, size_t stack_bytes, void (*live)(int number), int number)
{
    if (fibre->stack_bytes != stack_bytes) {
        fibre_free(fibre);
        stack_map(fibre, stack_bytes);
    }
    /* Stacks begin at different lines of a page; otherwise all would share a few sets of the cache.
     */
    const size_t skipped = (size_t)number % PAGE_LINES * LINE;

    fibre->point = point_first(fibre->stack, stack_bytes - skipped, enter);
    fibre->live = live;
    fibre->number = number;
    fibre->ended = false;
}

void fibre_switch(struct fibre *from, struct fibre *to)
{
    running = to;
    fibre_swap(&from->point, to->point);
}

void fibre_free(struct fibre *fibre)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (fibre->stack)
        munmap((char *)fibre->stack - page, page + fibre->stack_bytes);
    *fibre = (struct fibre){0};
}
