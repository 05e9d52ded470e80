/* SPDX-License-Identifier: BSD-3-Clause */
/* A problem, and how it is run in parallel. */
#pragma once

#include "pstswm/numerics/truncation.h"

#include <stdbool.h>
#include <stddef.h>

struct plan {
    const struct truncation *truncation;
    int levels;
    double dt;
    int columns, rows; /* PX, PY: ranks that share a Fourier transform, a Legendre transform */
    struct algorithm {
        const char *name;
        const struct fourier *fourier; /* one of the two */
        const struct legendre_column *legendre;
        const struct transpose *transpose; /* of algorithms that transpose */
        bool collective;                   /* the path's own call, without protocols */
        bool power_of_two;                 /* only for such numbers of ranks */
    } fourier, legendre;
    int fourier_protocol, legendre_protocol; /* VARIANT(order, x) */
};

/* By number from 0; its name is NULL after the last. */
struct algorithm plan_fourier(int number);
struct algorithm plan_legendre(int number);

/* True if the problem can be divided in this way; otherwise *why is the reason. */
bool plan_fits(const struct plan *plan, int ranks, char *why, size_t why_size);

/* What this path offers: protocols of SWAP and SENDRECV, and collectives. The protocol by number
 * from 0, as VARIANT(order, x); -1 after the last. */
int protocol_get(int number);
bool protocol_exists(int variant);
bool collectives_exist(void);
