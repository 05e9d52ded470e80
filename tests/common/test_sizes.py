# SPDX-License-Identifier: BSD-3-Clause
"""Sizes, numbers, durations and lists as people write them."""

from argparse import ArgumentTypeError

import pytest

from comops.common.durations import duration_parse, duration_text
from comops.common.sizes import (MOST, number_of, size_of, size_text, sizes_listed, sizes_parse,
                                 words_of)


@pytest.mark.parametrize(("text", "size"), [("8", 8), ("1K", 1024), ("800000", 800000),
                                            ("4M", 4194304)])
def test_sizes_are_read_and_written_with_their_suffixes(text, size):
    assert size_of(text) == size and size_text(size) == text


def test_suffixes_have_several_forms_and_what_is_too_large_stays_so():
    assert [size_of(text) for text in ("4m", "8MiB", "1kib", "00008")] == [4194304, 8388608, 1024,
                                                                            8]
    for text in ("2G", "1T", "99999999T", "9" * 5000, "9" * 5000 + "G"):
        assert size_of(text) == MOST + 1
    for text in ("", "-8", "8KB", "8B", "8iB", "8KiBs", "eight", " 8", "8 ", "٨"):
        assert size_of(text) is None


def test_a_range_doubles():
    assert sizes_listed("64,8:32,0,8") == [64, 8, 16, 32, 0, 8]
    assert sizes_listed("5:5,3:7") == [5, 3, 6]
    assert sizes_parse("64,8:32,1K,8") == [8, 16, 32, 64, 1024]


def test_numbers_out_of_range_are_none():
    most = 2**63 - 1
    for text in ("0", str(most), "000000000000000000000000007"):
        assert number_of(text, 0, most) == int(text)
    for text in (str(most + 1), str(2**64 + 1), "-1", " 1", "1 ", "", "0x1", "+1", "9" * 5000):
        assert number_of(text, 0, most) is None
    assert number_of("7", 1, 6) is None


def test_lists_are_split_at_commas_outside_parentheses():
    assert words_of("bus,,crossbar,bus") == ["bus", "crossbar"]
    assert words_of("a,(0,1),b(c,d)e") == ["a", "(0,1)", "b(c,d)e"]
    assert words_of("a),b,(c,d") == ["a)", "b", "(c,d"]


def test_durations_are_read_with_their_units():
    assert [duration_parse(text) for text in ("90", "1.5m", "2h", "1000000h", "1e-300", "30d")] == [
        90, 90, 7200, 3.6e9, 1e-300, 2592000]
    for text in ("0", "soon", "9 s", "1000001h", "1e400", "1e-400", "nan", "inf", "-1", "", "m"):
        with pytest.raises(ArgumentTypeError, match="is not a time above 0"):
            duration_parse(text)


def test_a_duration_below_a_second_is_not_nothing():
    assert [duration_text(seconds) for seconds in (0.31, 0.96, 0.01, 119, 150, 9000)] == [
        "0.3 s", "1 s", "0 s", "119 s", "2 min", "2.5 h"]
