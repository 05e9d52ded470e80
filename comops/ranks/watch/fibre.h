/* SPDX-License-Identifier: BSD-3-Clause */
/* A fibre: a stack and a place in the code. A switch saves only the registers that a call preserves
 * (swapcontext also saves the signal mask, by a system call). All fibres belong to one thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Zero before its first fibre_begin. */
struct fibre {
    void *stack; /* mapped by fibre_begin, with a guard page; kept from one use to the next */
    size_t stack_bytes;
    void *point; /* saved stack pointer */
    void (*live)(int number);
    int number;
    bool ended;
};

/* `stack_bytes`: a multiple of 4096, of which a page may be lost. The first fibre_switch to it
 * calls live(number). When live returns, the fibre is `ended` and `fibre_main` goes on. A fibre
 * that was running before is abandoned. */
void fibre_begin(struct fibre *fibre, size_t stack_bytes, void (*live)(int number), int number);
/* From a fibre, or from the thread's own stack (&fibre_main), to another. */
void fibre_switch(struct fibre *from, struct fibre *to);
void fibre_free(struct fibre *fibre); /* one that is not running */
extern struct fibre fibre_main;
