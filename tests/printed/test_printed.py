# SPDX-License-Identifier: BSD-3-Clause
"""What the source documents print and is not right fails here, and our implementation of the same
pattern does not, in the same cell.

Usage: test_printed.py threads|LIBRARY PRINTED_WORKER OUR_WORKER [LAUNCHER]

The library is that of MPI.
"""

import sys
import unittest

import batch

LIBRARY, PRINTED, OURS, *LAUNCHER = sys.argv[1:]
del sys.argv[1:]
WRONG = "wrong data"  # the harness sees it
HANG = "would wait for ever"  # tests/printed/patience.h sees it


def cell(pattern: str, size: int, series: int = 0, **more) -> dict:
    return {"pattern": pattern, "bytes": size, "series": series, "buffers": "rewrite",
            "repeats": 2, "samples": 2} | more


def run(worker: str, protocol: str, ranks: int, what: dict) -> tuple:
    command = [*LAUNCHER, worker] if LAUNCHER else [worker, "--ranks", "%d"]
    return batch.run(command, ranks, [{"protocol": protocol} | what])


class Printed(unittest.TestCase):
    def right(self, worker: str, protocol: str, ranks: int, what: dict) -> None:
        done, records = run(worker, protocol, ranks, what)
        valid = [record["valid"] for record in records]
        self.assertEqual((done.returncode, valid), (0, [True]), done.stdout + done.stderr)

    def shown(self, protocol: str, outcome: str, ours: str, ranks: int, what: dict) -> None:
        for _ in range(5):
            done, _ = run(PRINTED, protocol, ranks, what)
            self.assertNotEqual(done.returncode, 0, done.stdout)
            if done.stdout + done.stderr:  # a launcher may lose what a rank says as it aborts
                break
        self.assertIn(outcome, (done.stdout + done.stderr).lower())
        self.right(OURS, ours, ranks, what)


class Threads(Printed):
    def test_a_reply_from_a_buffer_never_received_into_is_wrong(self):
        self.shown("reply_from_wrong_name", WRONG, "barrier", 2, cell("pingpong", 800))

    def test_a_temporary_that_is_not_reset_keeps_the_last_maximum(self):
        self.shown("temporary_not_reset", WRONG, "barrier", 3, cell("reduce", 800))

    def test_without_a_closing_barrier_the_next_reduction_spoils_this_one(self):
        self.shown("no_closing_barrier_in_reduce", WRONG, "barrier", 2, cell("reduce", 800))

    def test_without_a_closing_barrier_the_next_gather_spoils_this_one(self):
        self.shown("no_closing_barrier_in_gather", WRONG, "barrier", 3, cell("gather", 800))

    def test_a_word_in_the_midst_says_nothing_about_the_message(self):
        self.shown("watches_word_of_count", WRONG, "put", 2, cell("put_acknowledged", 80))

    def test_up_to_five_words_the_word_of_count_is_the_last_one(self):
        self.right(PRINTED, "watches_word_of_count", 2, cell("put_acknowledged", 40))

    def test_the_last_word_may_come_first(self):
        self.shown("watched_word_comes_first", WRONG, "put", 2, cell("put_acknowledged", 40))

    def test_a_preset_after_the_reply_loses_the_next_message(self):
        self.shown("preset_after_reply", HANG, "put", 2, cell("put_acknowledged", 8))

    def test_a_flag_cleared_after_the_reply_loses_the_next_message(self):
        self.shown("flag_cleared_after_reply", HANG, "put", 2, cell("pingpong", 800))

    def test_without_a_notice_the_owner_rewrites_what_is_still_to_be_read(self):
        self.shown("no_notice_after_get", WRONG, "(0,1)", 2, cell("swap", 8192, 8192))

    def test_without_a_notice_the_receiver_uses_what_has_not_come(self):
        self.shown("no_notice_after_put", WRONG, "(0,2)", 2, cell("swap", 8192, 8192))

    def test_a_flag_without_a_first_value_lets_stale_data_down_the_tree(self):
        self.shown("flag_without_first_value", WRONG, "put", 4, cell("tree_broadcast", 800))


class Mpi(Printed):
    def test_one_fence_for_two_puts_does_not_wait_for_the_reply(self):
        self.shown("one_fence_for_two_puts", WRONG, "put", 2, cell("pingpong", 800))

    def test_a_third_rank_waits_for_ever_in_the_part_of_the_second(self):
        self.shown("else_is_every_other_rank", HANG, "sendrecv", 3, cell("pingpong", 800))

    def test_two_ranks_do_not_need_a_third_part(self):
        self.right(PRINTED, "else_is_every_other_rank", 2, cell("pingpong", 800))

    def test_a_shift_to_the_left_is_the_wrong_direction(self):
        self.shown("shifts_to_the_left", WRONG, "sendrecv", 3, cell("shift", 800))

    def test_two_ranks_cannot_tell_left_from_right(self):
        self.right(PRINTED, "shifts_to_the_left", 2, cell("shift", 800))

    def test_rank_minus_one_is_nobody(self):
        outcome = WRONG if LIBRARY in ("mpich", "intel") else "invalid rank"
        self.shown("remainder_of_minus_one", outcome, "sendrecv", 3, cell("shift", 800))

    def test_one_buffer_for_all_partners_keeps_one_block(self):
        self.shown("one_buffer_for_all_partners", WRONG, "sendrecv", 3, cell("alltoall", 800))

    def test_a_get_without_a_fence_need_not_have_begun(self):
        self.shown("get_without_fence", WRONG, "get", 3, cell("shift", 800))

    def test_polling_a_get_within_its_epoch_may_never_end(self):
        self.shown("polls_a_get_within_its_epoch", HANG, "get", 2, cell("tree_broadcast", 800))

    def test_polling_a_put_within_its_epoch_may_never_end(self):
        self.shown("polls_a_put_within_its_epoch", HANG, "put", 2, cell("tree_broadcast", 800))

    def test_a_sentinel_never_reset_lets_stale_data_down_the_tree(self):
        self.shown("sentinel_never_reset", WRONG, "get", 4, cell("tree_broadcast", 800))

    def test_the_last_element_alone_says_nothing_about_the_message(self):
        self.shown("only_the_last_element_watched", WRONG, "put", 4, cell("tree_broadcast", 800))

    def test_a_payload_that_ends_in_zero_never_arrives(self):
        every_byte = cell("tree_broadcast", 1, repeats=1, samples=300)
        self.shown("payload_that_ends_in_zero", HANG, "get", 2, every_byte)

    def test_rank_pe_does_not_exist(self):
        self.shown("rank_pe_does_not_exist", "invalid rank", "get", 4, cell("tree_broadcast", 800))

    @unittest.skipUnless(LIBRARY == "mpich", "this library takes a ready send for any other")
    def test_a_ready_send_without_a_handshake_finds_no_receiver(self):
        self.shown("ready_send_without_handshake", "ready send", "(0,4)", 2,
                   cell("swap", 8192, 8192))

    def test_a_send_buffer_rewritten_before_the_wait_sends_other_data(self):
        self.shown("send_never_waited_for", WRONG, "(0,1)", 2, cell("swap", 8192, 8192))


unittest.main(verbosity=2, defaultTest="Threads" if LIBRARY == "threads" else "Mpi")
