# SPDX-License-Identifier: BSD-3-Clause
"""Whether a value is what the schema says of it."""

from typing import Any

from records.types import Json, shown

# Of a number other than 0: its inverse and the product of three are finite.
LEAST, MOST = 1e-100, 1e100
WHOLE_MOST = 2**63 - 1

KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "string": ((str,), "a text"),
    "boolean": ((bool,), "true or false"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "array": ((list,), "a list"),
    "object": ((dict,), "an object"),
    "null": ((type(None),), "null"),
}


def check(what: Json, value: Any, name: str = "") -> None:
    """ValueError says what is wrong; `name` is that of the member."""
    why = wrong(what, value, name)
    if why:
        raise ValueError(why)


def wrong(what: Json, value: Any, name: str) -> str:
    """What is wrong with a value; "" if nothing is."""
    kind = what.get("type", "object" if "$ref" in what else "string")
    if "oneOf" in what:
        found = [wrong(one, value, name) for one in what["oneOf"]]
        return "" if "" in found else found[-1]
    if type(kind) is list:
        if value is None:
            return ""
        kind = kind[0]
    if kind == "string" and not is_word(what):
        values = what.get("enum", [what.get("const")])
        same = any(value == one and type(value) is type(one) for one in values)
        return "" if same else f"{name} is not {shown(what)}"
    types, says = KINDS[kind]
    if type(value) not in types:
        return f"{name} is not {says}"
    if kind == "array":
        return wrong_list(what, value, name)
    if kind == "object":
        return wrong_object(what, value, name)
    if kind in ("integer", "number") and not inside(what, value):
        return f"{name} is out of range"
    return ""


def is_word(what: Json) -> bool:
    """A reader takes any text where a writer has a few words: later versions may have more."""
    return "const" not in what and all(type(one) is str for one in what.get("enum", ()))


def bounds(what: Json) -> tuple[float, float]:
    """Of a number other than 0."""
    if "integer" in what["type"]:
        return what.get("minimum", -WHOLE_MOST), what.get("maximum", WHOLE_MOST)
    signed = "minimum" not in what and "exclusiveMinimum" not in what
    return -MOST if signed else LEAST, what.get("maximum", MOST)


def inside(what: Json, value: float) -> bool:
    least, most = bounds(what)
    return least <= value <= most or (value == 0 and "exclusiveMinimum" not in what
                                      and what.get("minimum", 0) <= 0)


def wrong_list(what: Json, values: list[Any], name: str) -> str:
    least, most = what.get("minItems", 0), what.get("maxItems", len(values))
    item = what["items"]
    if not least <= len(values) <= most:
        return f"{name} has {len(values)} items"
    if item.get("type") in ("integer", "number") and all_inside(item, values):
        return ""
    return next(filter(None, (wrong(item, one, f"an item of {name}") for one in values)), "")


def all_inside(what: Json, values: list[Any]) -> bool:
    """Whether the numbers are; False if it takes a look at each."""
    if not values:
        return True
    least, most = bounds(what)
    return (set(map(type, values)) <= set(KINDS[what["type"]][0])
            and least <= min(values) <= max(values) <= most)


def wrong_object(what: Json, value: Json, name: str) -> str:
    """Members that the schema does not know are those of a later version."""
    known, at = what.get("properties", {}), f"{name}." if name else ""
    for lacking in missing(what, value):
        return f"there is no {at}{lacking}"
    for one in known.keys() & value.keys():
        why = wrong(known[one], value[one], at + one)
        if why:
            return why
    item = what.get("additionalProperties")
    if isinstance(item, dict):
        for one in value.values():
            why = wrong(item, one, f"a member of {name}")
            if why:
                return why
    return ""


def missing(what: Json, value: Json) -> list[str]:
    needed = list(what.get("required", ()))
    for one, others in what.get("dependentRequired", {}).items():
        needed += others if one in value else ()
    if "if" in what:
        (name, wanted), = what["if"]["properties"].items()
        needed += what["then" if value.get(name) == wanted["const"] else "else"]["required"]
    return [one for one in needed if one not in value]
