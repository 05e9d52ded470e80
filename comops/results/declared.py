# SPDX-License-Identifier: BSD-3-Clause
"""Records as frozen classes. A member is declared once, with its type and what it means; checking,
reading, the JSON Schema and the page on records all come from that.

    @record("pair")
    class PairRecord(Declared):
        ratio: Plain = has("the time of b over that of a")
        rounds: Some | None = may("how many blocks both have")
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, dataclass, field, fields
from types import NoneType
from typing import (
    Annotated, Any, ClassVar, Self, TypeVar, dataclass_transform, get_args, get_origin,
)

from comops.results.check import check
from comops.results.keys import MAY, CellKey
from comops.results.types import (COUNT, FLAG, TEXT, TIME, US, Form, Json, Members, Type, exactly,
                                  form_of, list_of, map_of, number, object_of, or_null, whole)

Count = Annotated[int, COUNT]
Some = Annotated[int, whole(least=1)]
Bytes = Annotated[int, whole("bytes")]
Time = Annotated[str, TIME]
Plain = Annotated[float, number("")]
Us = Annotated[float, US]
SomeUs = Annotated[float, number("us", exclusiveMinimum=0)]


class Declared:
    """What is read from an object of a results file. Members of later versions are left out."""

    KIND: ClassVar[str]
    SCHEMA: ClassVar[Type]  # its form is this class

    @classmethod
    def from_json(cls, values: Json, name: str = "") -> Self:
        """ValueError says what is wrong with the object; `name` is that of the member."""
        check(cls.SCHEMA, values, name)
        return cls.SCHEMA.form(values)


Class = TypeVar("Class", bound=type[Declared])


def has(text: str = "", name: str = "") -> Any:
    """A member that is always there. `name`: in JSON, where that is no name in Python."""
    return field(metadata={"text": text, "name": name})


def may(text: str = "", otherwise: Any = None, null: bool = False) -> Any:
    """A member that may be absent; the attribute is `otherwise` then, or a new one of this class.
    `null`: it may be null."""
    default = {"default_factory" if isinstance(otherwise, type) else "default": otherwise}
    return field(**default, metadata={"text": text, "name": "", "null": null})


def inline(members: Members, form: Form | None = None) -> Any:
    """An attribute that is made of several members of the object: a key."""
    names = [name.removesuffix(MAY) for name in members]
    return field(metadata={"members": members, "form": form or (lambda values: CellKey(
        **{name: values[name] for name in names if name in values}))})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(has, may, inline))
def record(kind: str = "", together: Sequence[Sequence[str]] = (), **rules: Any
           ) -> Callable[[Class], Class]:
    """`kind` is the member `record`; "" of an object within a record. An object has all members of
    each group in `together`, or none."""

    def declare(cls: Class) -> Class:
        made = dataclass(frozen=True, kw_only=True, eq=False)(cls)
        members = {"record": exactly(kind)} if kind else {}
        members |= {name: member for attribute in fields(made)
                    for name, member in _members(attribute)}
        made.KIND = kind
        made.SCHEMA = object_of(members, together, **rules)
        made.SCHEMA.form = _form(made)
        return made

    return declare


def json_of(hint: Any) -> Json:
    """The type of an annotation."""
    if isinstance(hint, type) and issubclass(hint, Declared):
        return hint.SCHEMA
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0]
    if get_args(hint):
        *others, inner = [part for part in get_args(hint) if part is not NoneType]
        made = or_null if NoneType in get_args(hint) else map_of if others else list_of
        return made(json_of(inner))
    return {str: TEXT, bool: FLAG}[hint]


def _what(attribute: Field) -> Json:
    """`X | None` of a member that may be absent is never null."""
    hints = get_args(attribute.type)
    if not attribute.metadata.get("null", True) and NoneType in hints:
        return json_of(next(hint for hint in hints if hint is not NoneType))
    return json_of(attribute.type)


def _members(attribute: Field) -> Iterator[tuple[str, Json | tuple[Json, str]]]:
    about = attribute.metadata
    if "members" in about:
        yield from about["members"].items()
    else:
        optional = MAY if "null" in about else ""
        yield f"{about['name'] or attribute.name}{optional}", (_what(attribute), about["text"])


def _form(cls: type[Declared]) -> Form:
    """Makes an instance of a checked object."""
    every = fields(cls)
    inlined = [(attribute.name, attribute.metadata["form"])
               for attribute in every if "members" in attribute.metadata]
    parts = [(attribute.name, attribute.metadata["name"] or attribute.name,
              form_of(_what(attribute)))
             for attribute in every if "members" not in attribute.metadata]

    def read(values: Json) -> Declared:
        attributes = {name: form(values) for name, form in inlined}
        for name, member, form in parts:
            if member in values:
                value = values[member]
                attributes[name] = form(value) if form else value
        return cls(**attributes)

    return read
