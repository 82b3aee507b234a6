"""JSON Schema: the meta-schema of draft 2020-12, and references that lead somewhere."""

import json

import shared
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

judge = shared.Judge(
    "jsonschema", ["jsonschema"], "the meta-schema of draft 2020-12 accepts the schema (patterns are expressions, too), and each `$ref` leads to a schema"
)
# Another language: OpenAPI's, with types in upper case.
OTHERS = {"gemini", "vertex"}


def ask(schema):
    Draft202012Validator.check_schema(schema, format_checker=FormatChecker())
    resolver = Registry().with_resource("", Resource(schema, DRAFT202012)).resolver()
    for reference in references(schema):
        if not isinstance(resolver.lookup(reference).contents, dict):
            raise shared.Refused(f"`{reference}` leads to no schema")


def references(value):
    if isinstance(value, dict):
        for key, of in value.items():
            if key == "$ref" and isinstance(of, str):
                yield of
            elif key not in ("enum", "const", "default", "examples"):
                yield from references(of)
    elif isinstance(value, list):
        for of in value:
            yield from references(of)


def once(schema):
    """Many providers get the same text, and the meta-schema takes its time."""
    key = json.dumps(schema)
    if key not in seen:
        try:
            seen[key] = ask(schema)
        except Exception as error:
            seen[key] = error
    if seen[key]:
        raise seen[key]


seen = {}
WRONG = (
    ({"type": "OBJECT"}, "'OBJECT' is not valid under any"),
    ({"required": "a"}, "'a' is not of type 'array'"),
    ({"pattern": "("}, "'\\(' is not a 'regex'"),
    ({"$ref": "#/$defs/a"}, "PointerToNowhere"),
    ({"minLength": -1}, "-1 is less than the minimum of 0"),
)
for schema, because in WRONG:
    judge.must_refuse(f"{schema}", because, lambda: ask(schema))
for line in shared.texts():
    if line["provider"] not in OTHERS and line["parameters"]:
        judge.feed(shared.label(line), line["tool"], lambda: once(line["parameters"]))
judge.write()
