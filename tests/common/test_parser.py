# SPDX-License-Identifier: BSD-3-Clause
"""The words of a command line, as getopt_long reads them."""

import pytest

from comops.cli.main import obey
from comops.cli.manual import helps_read
from comops.common.console import Level, Parser, UsageError
from comops.measure.planning.options import TABLE


def parser(**how):
    made = Parser(prog="comops fly", silent=True, **how)
    made.add_argument("-s", "--sizes")
    made.add_argument("--patterns")
    made.add_argument("--paths")
    made.add_argument("-f", "--fast", action="store_true")
    made.add_argument("files", nargs="*")
    return made


def parsed(*words):
    made = parser().parse_args(list(words))
    return made.sizes, made.fast, made.files


@pytest.fixture(autouse=True)
def level():
    before, Parser.level = Parser.level, Level.NORMAL
    yield
    Parser.level = before


@pytest.mark.parametrize("words", [
    ["--sizes=--"], ["--sizes", "--"], ["-s--"], ["-s", "--"], ["-fs", "--"], ["--sizes"], ["-s"]])
def test_two_dashes_are_no_value(words):
    with pytest.raises(UsageError, match="needs a value"):
        parsed(*words)


def test_no_option_of_any_command_takes_two_dashes_as_its_value(capfd):
    refused = 0
    for command in helps_read():
        for option in command.all_options():
            if not option.takes:
                continue
            with pytest.raises(SystemExit):
                obey([*command.words, f"{option.long}=--"])
            assert f"{option.long} needs a value" in capfd.readouterr().err
            refused += 1
    assert refused > len(TABLE)


@pytest.mark.parametrize(("words", "asked"), [
    (["-s8", "a"], ("8", False, ["a"])), (["a", "-fs", "8"], ("8", True, ["a"])),
    (["--size=8", "--fas"], ("8", True, [])), (["--sizes", "-1"], ("-1", False, [])),
    (["-s", "--fast"], ("--fast", False, [])), (["--sizes="], ("", False, [])),
    (["--sizes", "a b=c"], ("a b=c", False, [])), (["-s=8"], ("=8", False, [])),
    (["a", "--", "-f", "--x"], (None, False, ["a", "-f", "--x"])), (["-"], (None, False, ["-"]))])
def test_words_have_the_forms_that_people_expect(words, asked):
    assert parsed(*words) == asked


def test_a_stray_word_is_refused_in_the_words_of_the_command():
    made = Parser(prog="comops fly", silent=True)
    with pytest.raises(UsageError, match="Too many arguments"):
        made.parse_args(["-q", "stray"])
    made.stray = "`{word}` is not an option"
    with pytest.raises(UsageError, match="`-x` is not an option"):
        made.parse_args(["--", "-x", "y"])


def test_how_much_is_said_stays_as_it_was_unless_the_words_say_so():
    parsed("-v")
    assert Parser.level == Level.VERBOSE
    parsed()
    assert Parser.level == Level.VERBOSE
    parsed("-vq")
    assert Parser.level == Level.QUIET


def test_options_are_remembered_by_their_whole_names():
    made = parser()
    made.parse_args(["a", "--patt", "x", "-f", "-s8", "--patterns=y", "--", "-f"])
    assert made.given == ["--patterns=x", "--fast", "--sizes=8", "--patterns=y"]


def test_a_value_that_is_refused_is_named_by_its_long_option(capsys):
    made = Parser(prog="comops fly")
    made.add_argument("-n", "--number", type=int)
    with pytest.raises(SystemExit) as ended:
        made.parse_args(["-n", "\x1b[31m"])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "comops fly: --number: invalid int value: '\\x1b[31m'\n"
                              "Try `comops fly --help' for more information.\n")
