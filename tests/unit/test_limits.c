/* SPDX-License-Identifier: BSD-3-Clause */
/* The limits of a message on this machine's hardware threads. No time is asserted. */
#include "comops/ranks/canary/limits.h"
#include "tests/tap.h"
#include "tests/two_pus.h"

#include <math.h>

enum { NO_SUCH_PU = 1 << 20, SIZES = 7, MOST = 1 << 20 };

static const size_t sizes[SIZES] = {1, 8, 100, 512, 4096, 65536 + 24, MOST};
static uint64_t message[MOST / sizeof(uint64_t) + 1];

TEST(every_way_gets_every_message_right)
{
    double us[SIZES];

    find_pus();
    if (pu_count < 2)
        return;
    for (int way = LIMIT_READ; way <= LIMIT_BOTH_PAST; way++) {
        CHECK(limits_measure(pus, (enum limit_way)way, sizes, SIZES, us));
        for (int size = 0; size < SIZES; size++)
            CHECK(isfinite(us[size]) && us[size] > 0); /* NAN: wrong */
    }
}

TEST(a_wrong_word_or_another_message_is_noticed)
{
    for (int size = 0; size < SIZES; size++) {
        const size_t last = (sizes[size] - 1) / sizeof *message;

        limit_write((char *)message, sizes[size], 1000);
        CHECK(limit_read((char *)message, sizes[size], 1000) == 0);
        CHECK(limit_read((char *)message, sizes[size], 1001) != 0);
        message[last]++;
        CHECK(limit_read((char *)message, sizes[size], 1000) != 0);
    }
}

TEST(a_hardware_thread_that_does_not_exist_is_refused)
{
    const int missing[] = {pus[0], NO_SUCH_PU};
    double us[SIZES];

    CHECK(!limits_measure(missing, LIMIT_READ, sizes, SIZES, us));
    bind_close();
}
