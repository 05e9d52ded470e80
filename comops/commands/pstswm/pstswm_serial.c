/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_serial.h"

#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/commands/pstswm/pstswm_print.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"
#include "pstswm/timing/timed_run.h"
#include "topology/bind.h"

#include <stdio.h>
#include <stdlib.h>

struct serial {
    const struct parallel_request *request;
    char *const *ffts;
};

/* All runs of a problem with one FFT; the exit status. */
static int measure(struct pstswm_result *result, const struct serial *serial, const char *problem,
                   const struct fft_kind *fft)
{
    int levels, status = EXIT_SUCCESS;
    const struct truncation *truncation = pstswm_problem(problem, &levels, NULL);
    const double dt = serial->request->dt > 0 ? serial->request->dt : truncation->dt;
    struct model *model = model_create(truncation, levels, dt, fft);

    for (int count = 0; count < (serial->request->steps ? 1 : 2) && status == EXIT_SUCCESS; count++)
        for (int i = 0; i < serial->request->runs && status == EXIT_SUCCESS; i++) {
            const int steps =
                serial->request->steps ? serial->request->steps : truncation->steps[count];
            const struct timed_run run = timed_run(model, serial->request->test, steps);

            if (run.failed) {
                text_say("%s blew up in step %d of %d: its numbers are no longer finite; --dt "
                         "takes a time step shorter than %g seconds",
                         problem, run.failed, steps, dt);
                status = EXIT_USAGE;
            } else {
                pstswm_take(result, &run, model, steps);
                if (serial->request->json)
                    pstswm_print_record(stdout, &run, model, steps, i + 1);
            }
        }
    model_free(model);
    return status;
}

static bool is_wanted(const struct serial *serial, const struct fft_kind *fft)
{
    return serial->ffts ? text_list_has(serial->ffts, fft->name) : !fft->absent;
}

static int measure_problem(const struct serial *serial, const char *problem)
{
    struct pstswm_result results[PSTSWM_FFTS] = {};
    int status = EXIT_SUCCESS;

    for (int i = 0; i < PSTSWM_FFTS && status == EXIT_SUCCESS; i++)
        if (is_wanted(serial, fft_get(i)))
            status = measure(&results[i], serial, problem, fft_get(i));
    if (status == EXIT_SUCCESS && !serial->request->json)
        pstswm_print_row(stdout, problem, results);
    return status;
}

/* False if this build lacks a requested FFT; an FFT that was not requested is only noted as
 * missing. */
static bool has_ffts(const struct serial *serial)
{
    for (int i = 0; i < PSTSWM_FFTS; i++) {
        const struct fft_kind *fft = fft_get(i);

        if (fft->absent && serial->ffts && is_wanted(serial, fft)) {
            text_say("--fft %s: %s", fft->name, fft->absent);
            return false;
        }
        if (fft->absent)
            text_note("no column %s: %s", fft->name, fft->absent);
    }
    return true;
}

/* Stays on one core from now on, if possible. */
static void stay(void)
{
    char why[512];

    if (!bind_open(why, sizeof why) || !bind_self(bind_last_pu(), why, sizeof why))
        text_note("not pinned: %s", why);
    bind_close();
}

int pstswm_serial(const struct parallel_request *request, char *const *ffts)
{
    static char *printed[] = {"T42L1", "T42L16", "T85L1", "T85L16", "T170L1", NULL};
    const struct serial serial = {request, ffts};
    int status = EXIT_SUCCESS;

    if (!has_ffts(&serial))
        return EXIT_NOTHING;
    if (!request->json)
        pstswm_print_head(stdout);
    stay();
    for (char **problem = request->problems ? request->problems : printed;
         *problem && status == EXIT_SUCCESS; problem++)
        status = measure_problem(&serial, *problem);
    return status;
}
