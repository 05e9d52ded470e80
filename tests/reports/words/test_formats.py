# SPDX-License-Identifier: BSD-3-Clause
"""Numbers, sizes and dates as text."""

import pytest

from comops.reports.words import formats


@pytest.mark.parametrize(("size", "text"), [
    (0, "0 B"), (8, "8 B"), (1023, "1,023 B"), (1024, "1 KiB"), (800000, "800,000 B"),
    (4 << 20, "4 MiB"), (1 << 40, "1 TiB"),
])
def test_sizes_take_the_largest_unit_that_divides_them(size, text):
    assert formats.size_text(size).replace("\N{NO-BREAK SPACE}", " ") == text


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (0.0551, "0.0551"), (0.43, "0.430"), (1, "1.00"), (9.999, "10.0"), (99.96, "100"),
    (2673.4, "2,673"),
])
def test_numbers_have_three_significant_digits(value, text):
    assert formats.number_text(value) == text


def test_a_column_is_filled_up_to_its_deepest_number():
    numbers = formats.column([0.43, None, 12.3, 165, 2673], [None] * 5)
    assert [text and text.text for text in numbers] == ["0.430", None, "12.3", "165", "2,673"]
    assert [text and text.filler for text in numbers] == ["", None, "00", ".000", ".000"]


def test_a_number_has_the_digits_of_its_interval():
    assert formats.interval_text(4.029, (3.609, 4.449)) == "4.0 [3.6, 4.4]"
    assert formats.interval_text(2.2321, (2.2091, 2.2551)) == "2.232 [2.209, 2.255]"
    numbers = formats.column([145.3, 2.139], [(140, 150), (2.045, 2.209)])
    assert [text.text + text.filler for text in numbers] == ["145.00", "2.14"]
    assert [text.filler for text in numbers] == [".00", ""]


@pytest.mark.parametrize(("value", "ci95", "text"), [
    (0.782, (0.4, 11.3), "0.8 [0.4, 11.3]"), (0.285, (0.21, 9.0), "0.28 [0.21, 9.00]"),
    (190.0, (180.0, 200.0), "190 [180, 200]"), (1.02, (0.97, 1.56), "1.02 [0.97, 1.56]")])
def test_a_wide_interval_leaves_a_digit_of_the_value_and_of_its_lower_end(value, ci95, text):
    assert formats.interval_text(value, ci95) == text


def test_dates_are_spelt_out_and_what_is_none_stays():
    assert formats.date_text("2026-11-21T04:00:00Z") == "21 November 2026, 04:00 UTC"
    assert formats.date_text("<b>") == "<b>"


def test_a_path_of_several_libraries_names_its_library():
    assert formats.path_text("mpi@openmpi", "sendrecv") == "MPI (openmpi)"


@pytest.mark.parametrize(("protocols", "name"), [
    ((), "processes"), (("direct",), "processes"), (("library", "direct"), "processes"),
    (("cma",), "processes"), (("sendrecv", "put"), "MPI")])
def test_what_makes_no_call_of_mpi_is_not_called_mpi(protocols, name):
    assert formats.path_text("mpi", *protocols) == name
    assert formats.path_text("threads", *protocols) == "threads"
    assert formats.path_text("tea") == "tea"


def test_series_are_named_volumes_as_sizes():
    assert formats.series_text("partner", 2) == "partner 2"
    assert formats.series_text("volume", 131072) == "volume 128\N{NO-BREAK SPACE}KiB"
    assert formats.series_text("", 0) == ""


def test_variants_come_after_words_and_numbers_in_their_order():
    names = ["(1,0)", "put", "(0,6)", "barrier", "(0,2)"]
    ordered = ["barrier", "put", "(0,2)", "(0,6)", "(1,0)"]
    assert sorted(names, key=formats.name_order) == ordered


@pytest.mark.parametrize(("value", "ci95", "kept"), [
    (0.511234567, (0.4962, 0.5258), 0.5112), (0.511234567, (0.51123, 0.51124), 0.511235),
    (51123.4567, (40000.0, 60000.0), 51120), (51123.4567, None, 51120), (0.0, None, 0),
])
def test_numbers_are_kept_to_what_their_interval_leaves(value, ci95, kept):
    assert formats.short(value, formats.places_known(value, ci95)) == kept


@pytest.mark.parametrize(("value", "half_width", "decimals"), [
    (4.029, 0.42, 1), (2.139, 0.082, 2), (2.232, 0.0225, 3), (145, 3.5, 1), (145, 3.6, 0),
    (145, 400, 0), (1, 1e-9, formats.DECIMALS),
    (0.5, 0, 3), (1.5, 0, 2), (99, 0, 1), (1234, 0, 0), (0, 0, 0), (1e-6, 0, formats.DECIMALS),
])
def test_a_value_has_the_digits_that_its_interval_allows(value, half_width, decimals):
    assert formats.decimals_within(value, half_width) == decimals


@pytest.mark.parametrize(("size", "text"), [
    (8, "8"), (9.96, "10"), (903, "900"), (1023, "1020"), (1023.6, "1K"), (1229, "1.2K"),
    (16000, "16K"), (123456, "120K"), (5.1e6, "4.9M"), (3e12, "2790G"),
])
def test_sizes_worked_out_are_written_to_two_digits(size, text):
    assert formats.about_short(size) == text
