/* SPDX-License-Identifier: BSD-3-Clause */
/* Transforms of data that are distributed over a row or a column. */
#pragma once

#include "extensions/pstswm/parallel/parallel_model.h"

/* ---- Fourier transforms of lines that are distributed over a row ----------------------------- */

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

/* ---- Legendre transforms of latitudes distributed over a column, and the spectral step ------- */

struct legendre_column {
    /* The size of the column's job->send and job->recv. */
    size_t (*bytes)(const struct parallel_model *parallel);
    /* The size of the largest block that this rank has for another, or of the vector that is
     * summed; NULL: none. */
    size_t (*block)(const struct parallel_model *parallel);
    /* Called by all ranks of the team together; false without memory. */
    bool (*open)(struct parallel_model *parallel, const struct team *team);
    void (*close)(struct parallel_model *parallel);
    /* terms -> fields of the next step; false if this rank has coefficients that are not finite. */
    bool (*step)(struct parallel_model *parallel, struct step step);
};

extern const struct legendre_column legendre_sums, legendre_ringpipe, legendre_transposed;

/* Bytes of the coefficients of some of a part's orders, which lie side by side. */
static inline size_t coefficients_bytes(const struct model *model, struct share orders)
{
    const size_t rows = model->rows[orders.first + orders.count] - model->rows[orders.first];

    return rows * (size_t)model->levels * PROGNOSTIC * sizeof *model->coefficients;
}

static inline size_t coefficients_all(const struct parallel_model *parallel)
{
    return coefficients_bytes(parallel->model, (struct share){0, parallel->model->orders});
}
