# SPDX-License-Identifier: BSD-3-Clause
"""The types of a record's members, as JSON Schema (2020-12) with a `unit` of quantities. What has
another form in Python than in JSON knows how to make it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
Form = Callable[[Any], Any]
# An object's members: "name", or "name?" of one that may be absent, or several names of one kind,
# with their type, and perhaps a description in Markdown.
Members = Mapping[str, Json | tuple[Json, str]]


class Type(dict[str, Any]):
    """A type of members. `form` makes of a value that was checked what Python shall have."""

    form: Form | None = None
    __hash__ = object.__hash__  # so that an annotation can hold it

    def __or__(self, other: Json) -> "Type":
        return Type({**self, **other})


def formed(what: Json, form: Form | None) -> Type:
    type_ = Type(what)
    type_.form = form
    return type_


def form_of(what: Json) -> Form | None:
    return what.form if isinstance(what, Type) else None


ANY = Type()
OBJECT = Type(type="object")
TEXT = Type(type="string")
NUMBER = Type(type="number")
INTEGER = Type(type="integer")
COUNT = Type(type="integer", minimum=0)
FLAG = Type(type="boolean")
TIME = Type(type="string", format="date-time")
US = Type(type="number", unit="us", minimum=0)


def words(*names: str) -> Type:
    """One of a few words. A reader takes any: later versions may have more."""
    return Type(enum=list(names))


def exactly(*values: Any) -> Type:
    """One of a few values."""
    return Type(const=values[0]) if len(values) == 1 else Type(enum=list(values))


def number(unit: str, **bounds: float) -> Type:
    """`minimum`, `exclusiveMinimum`, `maximum`."""
    return Type(type="number", unit=unit, **bounds)


def whole(unit: str = "", least: int = 0) -> Type:
    return Type(type="integer", **({"unit": unit} if unit else {}), minimum=least)


def or_null(what: Json) -> Type:
    inner = form_of(what)
    simple = isinstance(what.get("type"), str) and what["type"] != "object"
    return formed(what | {"type": [what["type"], "null"]} if simple
                  else {"oneOf": [{"type": "null"}, what]},
                  inner and (lambda value: None if value is None else inner(value)))


def interval_of(what: Json) -> Type:
    """The lower end, and the upper one."""
    return formed(list_of(what, 2, ordered=True), tuple)


def list_of(what: Json, length: int | None = None, **bounds: Any) -> Type:
    """`minItems`, `maxItems`, `uniqueItems`."""
    exact = {"minItems": length, "maxItems": length} if length else {}
    inner = form_of(what)
    return formed({"type": "array", "items": what, **exact, **bounds},
                  inner and (lambda values: list(map(inner, values))))


def map_of(what: Json) -> Type:
    inner = form_of(what)
    return formed({"type": "object", "additionalProperties": what},
                  inner and (lambda values: {name: inner(value) for name, value in values.items()}))


def reference(name: str, form: Form | None = None) -> Type:
    """To one of the schema's definitions. A reader checks it apart."""
    return formed({"$ref": f"#/$defs/{name}"}, form)


def object_of(members: Members, together: Sequence[Sequence[str]] = (), **rules: Any) -> Type:
    """An object has all members of each group in `together`, or none."""
    named = {name: member if isinstance(member, tuple) else (member, "")
             for names, member in members.items() for name in names.split()}
    depends = {name: [other for other in names if other != name] for names in together
               for name in names}
    return Type({
        "type": "object",
        "properties": {name.rstrip("?"): what | ({"description": text} if text else {})
                       for name, (what, text) in named.items()},
        "required": [name for name in named if not name.endswith("?")],
        "additionalProperties": False,
        **({"dependentRequired": depends} if depends else {}),
        **rules,
    })


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
    """A rule of an object: `then` are its members where a member has this value, `otherwise` those
    where it has not."""

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
        return " or ".join(shown(choice) for choice in reversed(what["oneOf"]))
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
