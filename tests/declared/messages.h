/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between ranks: nothing but that they have come. */
#pragma once

#include "tests/declared/team.h"

struct waited {
    int from, tag;
    bool come, has_data;
};

void message_send(int to, int tag);
/* All of them: one wait, if one of them has not come yet. */
void messages_await(struct waited *messages, int count);
bool message_test(struct waited *message);

struct peers_of {
    int count, ranks[TEAM_MOST];
};

struct peers_of peers_listed(int count, const int *ranks);
void peers_tell(struct peers_of peers, int tag);
void peers_await(struct peers_of peers, int tag);
