# SPDX-License-Identifier: BSD-3-Clause
"""Whether a value is what the schema says of it.

A test of a type is made once, and says what is wrong with a value, "" if nothing is; it begins with
a blank, a colon or the name of a member in the value.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

from comops.results.types import Json, shown

# A number other than 0 lies between these: its inverse and the product of three are finite.
LEAST, MOST = 1e-100, 1e100
WHOLE_MOST = 2**63 - 1

KINDS: dict[str, tuple[frozenset[type], str]] = {
    "string": (frozenset({str}), "a text"),
    "boolean": (frozenset({bool}), "true or false"),
    "integer": (frozenset({int}), "a whole number"),
    "number": (frozenset({int, float}), "a number"),
    "array": (frozenset({list}), "a list"),
    "object": (frozenset({dict}), "an object"),
    "null": (frozenset({type(None)}), "null"),
}
NUMBERS = "integer", "number"

Test = Callable[[Any], str]

_tests: dict[int, tuple[Json, Test]] = {}  # by the type's identity


def check(what: Json, value: Any, name: str = "") -> None:
    """ValueError says what is wrong; `name` is that of the member, "" of a record."""
    if id(what) not in _tests:
        _tests[id(what)] = what, test_of(what)
    why = _tests[id(what)][1](value)
    if why:
        raise ValueError(within(name, why) if name else why.lstrip())


def within(name: str, why: str) -> str:
    return f"{name}{why}" if why[0] in " :" else f"{name}.{why}"


def test_of(what: Json) -> Test:
    kind = what.get("type", "object" if "$ref" in what else "string")
    if "oneOf" in what:
        return test_of_any([test_of(kind) for kind in what["oneOf"]])
    if isinstance(kind, list):
        return test_of_any([test_of({"type": "null"}), test_of(what | {"type": kind[0]})])
    if not is_open(what):
        return test_of_values(what.get("enum", [what.get("const")]), shown(what))
    if kind in NUMBERS:
        return test_of_number(what)
    if kind == "array":
        return test_of_list(what)
    if kind == "object" and ("properties" in what or "additionalProperties" in what):
        return test_of_object(what)
    types, says = KINDS[kind]
    return lambda value: "" if type(value) in types else f" is not {says}"


def is_open(what: Json) -> bool:
    """A reader takes any text where a writer has a few words: later versions may have more."""
    return "const" not in what and all(type(word) is str for word in what.get("enum", ()))


def test_of_any(tests: list[Test]) -> Test:
    """One of two types; the second one's complaint counts."""
    first, second = tests
    return lambda value: "" if not first(value) else second(value)


def test_of_values(values: list[Any], says: str) -> Test:
    known = {(type(value), value) for value in values}

    def test(value: Any) -> str:
        same = type(value) in (bool, int, str, type(None)) and (type(value), value) in known
        return "" if same else f" is not {says}"

    return test


def bounds(what: Json) -> tuple[float, float, bool]:
    """The least and the most of a number other than 0; whether 0 is one."""
    zero = "exclusiveMinimum" not in what and what.get("minimum", 0) <= 0
    if what["type"] == "integer":
        return what.get("minimum", -WHOLE_MOST), what.get("maximum", WHOLE_MOST), zero
    signed = "minimum" not in what and "exclusiveMinimum" not in what
    return -MOST if signed else LEAST, what.get("maximum", MOST), zero


def test_of_number(what: Json) -> Test:
    (types, says), (least, most, zero) = KINDS[what["type"]], bounds(what)

    def test(value: Any) -> str:
        if type(value) not in types:
            return f" is not {says}"
        return "" if least <= value <= most or (zero and value == 0) else " is out of range"

    return test


def test_of_list(what: Json) -> Test:
    item, test_item, ordered = what["items"], test_of(what["items"]), what.get("ordered", False)
    fewest, longest = what.get("minItems", 0), what.get("maxItems")
    all_good = quick(item)

    def test(value: Any) -> str:
        if type(value) is not list:
            return " is not a list"
        if len(value) < fewest or (longest and len(value) > longest):
            return f" has {len(value)} items"
        why = "" if all_good(value) else next(filter(None, map(test_item, value)), "")
        if why:
            return f": {within('an item', why)}"
        ends = [end for end in value if end is not None] if ordered else ()
        return " has a lower end above its upper end" if ends and ends[0] > ends[-1] else ""

    return test


def quick(item: Json) -> Callable[[list[Any]], bool]:
    """Whether all items of a list are good; False if it takes a look at each."""
    kind = item.get("type")
    if isinstance(kind, list):
        inner = quick(item | {"type": kind[0]})
        return lambda values: inner([value for value in values if value is not None])
    if kind in NUMBERS:
        types, (least, most, zero) = KINDS[kind][0], bounds(item)

        def good(values: list[Any]) -> bool:
            if not types.issuperset(map(type, values)):
                return False
            others = [value for value in values if value] if zero else values
            return not others or least <= min(others) <= max(others) <= most

        return good
    if kind == "array" and item.get("minItems") == item.get("maxItems") and "ordered" not in item:
        inner, length = quick(item["items"]), {item.get("minItems")}
        return lambda values: (
            KINDS["array"][0].issuperset(map(type, values)) and length.issuperset(map(len, values))
            and inner(list(chain.from_iterable(values))))
    return lambda values: not values


def test_of_object(what: Json) -> Test:
    """Members that the schema does not know are those of a later version."""
    known = {name: test_of(member) for name, member in what.get("properties", {}).items()}
    rest = what.get("additionalProperties")
    test_rest = test_of(rest) if isinstance(rest, dict) else None
    needed, depends = frozenset(what.get("required", ())), bool(
        what.keys() & {"dependentRequired", "if"})

    def test(value: Any) -> str:
        if type(value) is not dict:
            return " is not an object"
        if not needed <= value.keys() or depends and missing(what, value):
            return f" has no {missing(what, value)[0]}"
        for name, member in value.items():
            if name in known or test_rest:
                why = known.get(name, test_rest)(member)
                if why:
                    return within(name if name in known else "a member", why)
        return ""

    return test


def missing(what: Json, value: Json) -> list[str]:
    """The names of members that an object of this type needs and lacks."""
    needed = list(what.get("required", ()))
    for name, others in what.get("dependentRequired", {}).items():
        needed += others if name in value else ()
    if "if" in what:
        (name, wanted), = what["if"]["properties"].items()
        needed += what["then" if value.get(name) == wanted["const"] else "else"]["required"]
    return [name for name in needed if name not in value]
