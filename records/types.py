# SPDX-License-Identifier: BSD-3-Clause
"""The types of a record's members, as JSON Schema (2020-12) with a `unit` of quantities."""

from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]
# An object's members: "name", or "name?" of one that may be absent, or several names of one kind,
# with their type, and perhaps a description in Markdown.
Members = Mapping[str, Json | tuple[Json, str]]

ANY: Json = {}
OBJECT: Json = {"type": "object"}
TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "number"}
INTEGER: Json = {"type": "integer"}
COUNT: Json = INTEGER | {"minimum": 0}
FLAG: Json = {"type": "boolean"}
TIME: Json = {"type": "string", "format": "date-time"}


def words(*names: str) -> Json:
    """One of a few words. A reader takes any: later versions may have more."""
    return {"enum": list(names)}


def exactly(*values: Any) -> Json:
    """One of a few values."""
    return {"const": values[0]} if len(values) == 1 else {"enum": list(values)}


def number(unit: str, **bounds: float) -> Json:
    """`minimum`, `exclusiveMinimum`, `maximum`."""
    return {"type": "number", "unit": unit, **bounds}


def whole(unit: str = "", least: int = 0) -> Json:
    return {"type": "integer", **({"unit": unit} if unit else {}), "minimum": least}


def or_null(what: Json) -> Json:
    if isinstance(what.get("type"), str) and what["type"] != "object":
        return what | {"type": [what["type"], "null"]}
    return {"oneOf": [{"type": "null"}, what]}


def interval_of(what: Json) -> Json:
    """The lower end, and the upper one."""
    return list_of(what, 2, ordered=True)


def list_of(what: Json, length: int | None = None, **bounds: Any) -> Json:
    """`minItems`, `maxItems`, `uniqueItems`."""
    exact = {"minItems": length, "maxItems": length} if length else {}
    return {"type": "array", "items": what, **exact, **bounds}


def map_of(what: Json) -> Json:
    return {"type": "object", "additionalProperties": what}


def reference(name: str) -> Json:
    """To one of the schema's definitions. A reader checks it apart."""
    return {"$ref": f"#/$defs/{name}"}


def object_of(members: Members, together: Sequence[Sequence[str]] = (), **rules: Any) -> Json:
    """`together`: names of which an object has all or none."""
    named = {name: one if isinstance(one, tuple) else (one, "")
             for names, one in members.items() for name in names.split()}
    depends = {one: [other for other in names if other != one] for names in together
               for one in names}
    return {
        "type": "object",
        "properties": {name.rstrip("?"): what | ({"description": text} if text else {})
                       for name, (what, text) in named.items()},
        "required": [name for name in named if not name.endswith("?")],
        "additionalProperties": False,
        **({"dependentRequired": depends} if depends else {}),
        **rules,
    }


def answer(schema: str, members: Members) -> Json:
    """What a command prints: an object that names its schema."""
    return object_of({"schema": exactly(schema), **members})


def page(schema: str, members: Members) -> Json:
    """What a command says of a page that it has written."""
    return answer(schema, {"file": (TEXT, "the page"), "bytes": whole(least=1), **members})


def objects(members: Members, **rules: Any) -> Json:
    """A list of them."""
    return list_of(object_of(members, **rules))


def extending(name: str, members: Members) -> Json:
    """An object with the members of one of the schema's definitions, and these."""
    whole = object_of(members, unevaluatedProperties=False)
    del whole["additionalProperties"]
    return reference(name) | whole


def one_of(*kinds: Json) -> Json:
    return {"oneOf": list(kinds)}


def either(name: str, value: Any, then: Sequence[str], otherwise: Sequence[str]) -> Json:
    """A rule of an object: what it has only where a member has this value, and only where not."""

    def only(these: Sequence[str], others: Sequence[str]) -> Json:
        return {"required": list(these), "properties": dict.fromkeys(others, False)}

    return {"if": {"properties": {name: {"const": value}}, "required": [name]},
            "then": only(then, otherwise), "else": only(otherwise, then)}


def shown(what: Json) -> str:
    """The type in a table."""
    if "const" in what or "enum" in what:
        values = what.get("enum", [what.get("const")])
        return " ".join(f"`{value}`" if isinstance(value, str) else str(value).lower()
                        for value in values if value is not None)
    if "oneOf" in what:
        return " or ".join(shown(one) for one in reversed(what["oneOf"]))
    kind = what.get("type", "object")
    if isinstance(kind, list):
        return f"{shown(what | {'type': kind[0]})} or null"
    if kind == "array":
        return f"list of {shown(what['items'])}"
    if isinstance(what.get("additionalProperties"), dict):
        return f"object of {shown(what['additionalProperties'])}"
    named = {"string": "text", "boolean": "true or false", "integer": "whole number"}
    return what.get("unit") or named.get(kind, kind)


PLAIN = number("")
INTERVAL = or_null(interval_of(number("", minimum=0)))
