# SPDX-License-Identifier: BSD-3-Clause
"""Small charts: what their axes say."""

import re

from reports.draw.lines import RANKS, SIZES, Line, chart, ticks_of
from reports.draw.svg import log_ticks


def test_a_narrow_range_is_labelled_at_even_steps_three_times_or_more():
    assert [words for _, words in ticks_of(74.3, 80.1)] == ["60", "80", "100"]
    assert [words for _, words in ticks_of(0.188, 0.188)] == ["0.16", "0.18", "0.2", "0.22", "0.24"]
    assert len(log_ticks(0.999, 1.001)) >= 3


def test_a_wide_range_is_labelled_with_powers_of_ten():
    assert [words for _, words in ticks_of(0.5, 2000)] == ["1", "10", "100", "1,000"]


def test_labels_of_sizes_do_not_overlap_and_the_last_is_there():
    points = tuple((size, 1.0 + size) for size in (8, 1024, 65536, 524288, 1048576))
    shown = re.findall(r'class="tick">([^<]*)<', chart("a chart", [Line("a", "c", "none", points)],
                                                       SIZES))
    assert shown[-1] == "message size" and "1\N{NO-BREAK SPACE}MiB" in shown
    assert "512\N{NO-BREAK SPACE}KiB" not in shown and "8\N{NO-BREAK SPACE}B" in shown


def test_a_ratio_has_a_line_at_1_and_a_time_has_none():
    line = Line("a", "c", "none", ((2, 3.0), (4, 5.0)))
    assert 'class="rule"' in chart("ratio", [line], SIZES)
    assert 'class="rule"' not in chart("time", [line], RANKS)
