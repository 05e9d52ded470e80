/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/declared/messages.h"
#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"

#include <stdlib.h>

enum { ROOM = 1024 };

/* The messages on their way to one rank, in the order sent. */
struct inbox {
    struct {
        int from, tag;
        bool taken;
        struct chain chain;
    } messages[ROOM];
    int count;
};

static struct inbox inboxes[TEAM_MOST];

void message_send(int to, int tag)
{
    struct inbox *inbox = &inboxes[to];

    if (inbox->count == ROOM)
        abort();
    calls_sent();
    inbox->messages[inbox->count].from = watch_rank;
    inbox->messages[inbox->count].tag = tag;
    inbox->messages[inbox->count].taken = false;
    inbox->messages[inbox->count++].chain = counts_chain();
}

/* True if it is there; *chain receives the one that led to it, if that is longer. */
static bool message_take(const struct waited *message, struct chain *chain)
{
    struct inbox *inbox = &inboxes[watch_rank];
    bool there = false;

    for (int i = 0; i < inbox->count && !there; i++)
        if (!inbox->messages[i].taken && inbox->messages[i].from == message->from &&
            inbox->messages[i].tag == message->tag) {
            const struct chain its = inbox->messages[i].chain;

            chain->lines = its.lines > chain->lines ? its.lines : chain->lines;
            chain->waits = its.waits > chain->waits ? its.waits : chain->waits;
            inbox->messages[i].taken = there = true;
        }
    return there;
}

void messages_await(struct waited *messages, int count)
{
    struct chain longest = {0};
    bool waited = false;

    for (int i = 0; i < count; i++)
        while (!messages[i].come) {
            waited = true;
            messages[i].come = message_take(&messages[i], &longest);
            if (!messages[i].come)
                team_yield();
        }
    if (waited)
        counts_waited(longest);
}

bool message_test(struct waited *message)
{
    struct chain chain = {0};

    message->come = message_take(message, &chain);
    if (message->come)
        counts_waited(chain);
    else
        team_yield();
    return message->come;
}

void messages_begin(void)
{
    for (int rank = 0; rank < TEAM_MOST; rank++)
        inboxes[rank].count = 0;
}

struct peers_of peers_listed(int count, const int *ranks)
{
    struct peers_of peers = {.count = count};

    for (int i = 0; i < count; i++)
        peers.ranks[i] = ranks[i];
    return peers;
}

void peers_tell(struct peers_of peers, int tag)
{
    for (int i = 0; i < peers.count; i++)
        message_send(peers.ranks[i], tag);
}

void peers_await(struct peers_of peers, int tag)
{
    struct waited messages[TEAM_MOST];

    for (int i = 0; i < peers.count; i++)
        messages[i] = (struct waited){.from = peers.ranks[i], .tag = tag};
    messages_await(messages, peers.count);
}
