/* SPDX-License-Identifier: BSD-3-Clause */
/* Fourier transforms of lines that are distributed over a row. */
#pragma once

#include "pstswm/parallel/parallel_model.h"

struct fourier {
    bool reversed; /* orders are those of share_orders_reversed, else of share_orders */
    /* The size of the row's job->send and job->recv. */
    size_t (*bytes)(const struct parallel_model *parallel);
    /* The size of the largest block that this rank has for another; NULL: none. */
    size_t (*block)(const struct parallel_model *parallel);
    /* Called by all ranks of the team together; false without memory. */
    bool (*open)(struct parallel_model *parallel, const struct team *team);
    void (*close)(struct parallel_model *parallel);
    void (*forward)(struct parallel_model *parallel); /* state -> terms */
    void (*inverse)(struct parallel_model *parallel); /* fields -> the next state */
};

extern const struct fourier fourier_transposed, fourier_dfft;
