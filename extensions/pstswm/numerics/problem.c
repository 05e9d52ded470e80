/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/numerics/problem.h"

#include "extensions/pstswm/numerics/equations.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const struct truncation truncations[] = {
    {"T10", 10, 32, 16, 0, {241, 481}, 3600},
    {"T21", 21, 64, 32, 0, {241, 481}, 3600},
    {"T42", 42, 128, 64, 4129859, {241, 481}, 1800},
    {"T85", 85, 256, 128, 24235477, {49, 97}, 900},
    {"T170", 170, 512, 256, 153014243, {49, 97}, 450},
    {0},
};

const struct truncation *truncation_find(const char *name)
{
    const struct truncation *found = truncations;

    while (found->name && strcmp(found->name, name) != 0)
        found++;
    return found->name ? found : NULL;
}

static const double a = EARTH_RADIUS, omega = EARTH_ROTATION;

static struct flow zonal_flow(double tilt, double longitude, double latitude)
{
    const double u0 = 2 * acos(-1) * a / (12 * 86400);
    const double s = sin(latitude) * cos(tilt) - cos(longitude) * cos(latitude) * sin(tilt);

    return (struct flow){
        .u = u0 * (cos(latitude) * cos(tilt) + cos(longitude) * sin(latitude) * sin(tilt)),
        .v = -u0 * sin(longitude) * sin(tilt),
        .zeta = 2 * u0 / a * s,
        .f = 2 * omega * s,
        .geopotential = 2.94e4 - (a * omega * u0 + u0 * u0 / 2) * s * s,
    };
}

static struct flow rossby_haurwitz_wave(double longitude, double latitude)
{
    const double w = 7.848e-6, k = w, r = 4, depth = 8000;
    const double c = cos(latitude), s = sin(latitude), cr = pow(c, r), c2 = c * c;
    const double a0 = w / 2 * (2 * omega + w) * c2 +
                      k * k / 4 * cr * cr * ((r + 1) * c2 + (2 * r * r - r - 2) - 2 * r * r / c2);
    const double b0 = 2 * (omega + w) * k / ((r + 1) * (r + 2)) * cr *
                      ((r * r + 2 * r + 2) - (r + 1) * (r + 1) * c2);
    const double c0 = k * k / 4 * cr * cr * ((r + 1) * c2 - (r + 2));

    return (struct flow){
        .u = a * w * c + a * k * cr / c * (r * s * s - c2) * cos(r * longitude),
        .v = -a * k * r * cr / c * s * sin(r * longitude),
        .zeta = 2 * w * s - k * s * cr * (r * r + 3 * r + 2) * cos(r * longitude),
        .f = 2 * omega * s,
        .geopotential = EARTH_GRAVITY * depth +
                        a * a * (a0 + b0 * cos(r * longitude) + c0 * cos(2 * r * longitude)),
    };
}

struct flow case_flow(struct test_case test, double longitude, double latitude)
{
    return test.number == 6 ? rossby_haurwitz_wave(longitude, latitude)
                            : zonal_flow(test.tilt, longitude, latitude);
}
