/* SPDX-License-Identifier: BSD-3-Clause */
/* By what calls are told apart: bytes of one block, ranks, partner, type, operation. */
#include "extensions/programs/preload/profile.h"

/* Persistent requests. One that was freed keeps its place: libraries use handles again. */
enum { REQUESTS = 1 << 16 };
static struct request {
    word handle;
    struct row_key key;
} requests[REQUESTS];

/* Where each partner has a count, and perhaps a type, of its own, their mean. */
static void block_add(struct row_key *key, const struct made *call, const struct side *side,
                      int partners)
{
    int blocks = side->counts || side->large ? partners : 1;
    for (int i = 0; i < blocks; i++) {
        int64_t count = side->large ? side->large[i] : side->counts ? side->counts[i] : side->count;
        word type = side->types ? handle_at(side->types, i, library.Type_f2c, call->fortran)
                                : side->type;
        if (count <= 0) /* perhaps without a type */
            continue;
        struct type_facts facts = type_ask(type);
        key->type = facts.named && (!key->bytes || key->type == type) ? type : 0;
        key->flags &= facts.contiguous ? ~0ull : ~(uint64_t)CONTIGUOUS;
        key->bytes += (uint64_t)count * (uint64_t)facts.size;
    }
    key->bytes = blocks > 0 ? (key->bytes + (uint64_t)blocks / 2) / (uint64_t)blocks : 0;
}

/* What was said when the requests were made, and their mean bytes. */
static void requests_add(struct row_key *key, const struct made *call, bool makes)
{
    uint64_t bytes = 0, number = key->call, many = (uint64_t)call->many;
    for (uint64_t i = 0; i < many; i++) {
        word request = handle_at(call->requests, (int)i, library.Request_f2c, call->fortran);
        size_t at = ((uint64_t)request * 0x9e3779b97f4a7c15ull >> 32) % REQUESTS;
        if (makes)
            requests[at] = (struct request){request, *key};
        else if (requests[at].handle == request)
            *key = requests[at].key;
        bytes += key->bytes;
    }
    key->call = number;
    key->partner = many > 1 ? ANY : key->partner;
    key->bytes = many ? (bytes + many / 2) / many : 0;
}

struct arrays key_fill(struct row_key *key, const struct entry *entry, const word *arguments)
{
    const struct description *what = entry->what;
    struct group_facts group = {0};
    struct made call = {entry->fortran, entry->large, .many = 1, .sent.count = 1};
    if (what->read)
        what->read(&call, arguments);
    bool only_receives = what->exchanges && call.peer == PROC_NULL;
    int peer = only_receives ? call.receive_peer : call.peer;
    if (call.group) {
        group = group_ask(call.group, what->window, what->peers ? peer : ANY);
        key->ranks = group.ranks;
        key->partner = group.partner;
    }
    bool receives = what->receives || (only_receives && call.received.type)
                    || (what->scatters && call.root != group.rank)
                    || (what->in_place && IS_IN_PLACE(call.send));
    int partners = what->neighbours ? group.neighbours : group.ranks;
    key->op = call.op;
    if (what->moves && (!what->peers || peer != PROC_NULL)) /* nothing moves to and from nobody */
        block_add(key, &call, receives ? &call.received : &call.sent, partners);
    if (call.requests)
        requests_add(key, &call, what->makes);
    return (struct arrays){what->counts[receives], what->types[receives], partners};
}
