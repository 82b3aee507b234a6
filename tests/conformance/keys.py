"""The keys, types and formats that providers take, as their SDKs and protos say it: what the tests' own judges read.

keys.py --check    fails if the file differs from what the installed packages say, or they say something else than what is documented
keys.py --write    writes the file

The file is `tests/support/src/judges/keys/sdks.json`; each list has the package, its version and the place in it. What no SDK models is in `documented.json`
beside it, written by hand from the providers' pages. `tests/conformance/run` checks both.
"""

import copy
import importlib.metadata
import json
import re
import sys
from pathlib import Path

import jsonschema_specifications
from anthropic import transform_schema
from anthropic.lib._parse._transform import SupportedStringFormats
from google.ai.generativelanguage_v1beta import types as gemini
from google.cloud.aiplatform_v1 import types as vertex
from google.cloud.aiplatform_v1beta1 import types as vertex_beta
from google.genai import types as genai
from google.protobuf.descriptor import FieldDescriptor
from ollama import Tool
from pydantic_ai.profiles import openai
from pydantic_ai.providers import bedrock

FOLDER = Path(__file__).parent.parent / "support/src/judges/keys"
FILE = FOLDER / "sdks.json"
DRAFT = "https://json-schema.org/draft/2020-12/meta/"


def entry(package, place, **lists):
    empty = [name for name, values in lists.items() if not values]
    if empty:
        sys.exit(f"{package}, {place}: no {', '.join(empty)}")
    return {"source": f"{package} {importlib.metadata.version(package)}: {place}", **{name: sorted(values) for name, values in lists.items()}}


def vocabulary(*names):
    return {key for name in names for key in jsonschema_specifications.REGISTRY.contents(DRAFT + name)["properties"]}


# The keywords that constrain a value. Those of the other vocabularies name, describe and refer.
DEMANDS = vocabulary("applicator", "validation", "unevaluated")
KEYWORDS = DEMANDS | vocabulary("core", "meta-data", "format-annotation", "content")


def proto(package, *messages):
    """The message `Schema` as its JSON has it. Several versions of an API must agree."""
    found = []
    for message in messages:
        fields = message.pb().DESCRIPTOR.fields
        kind = next(field for field in fields if field.json_name == "type").enum_type
        numbers = [field for field in fields if field.type in (FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_DOUBLE)]
        found.append(
            {
                "keys": {field.json_name for field in fields},
                "types": {value.name for value in kind.values if value.number},
                "counts": {field.json_name for field in numbers if field.type == FieldDescriptor.TYPE_INT64},
                # Without presence a parser can't distinguish zero from an absent value.
                "without_zero": {field.json_name for field in numbers if not field.has_presence},
            }
        )
    names = ", ".join(message.pb().DESCRIPTOR.full_name for message in messages)
    if any(one != found[0] for one in found):
        sys.exit(f"{package}: {names} differ")
    return entry(package, names, **found[0])


SAMPLES = {
    "$defs": {"a": {"type": "string"}},
    "$ref": "#/$defs/a",
    "additionalProperties": False,
    "const": "a",
    "enum": ["a"],
    "format": "date",
    "items": {"type": "string"},
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "type": "string",
    **{key: [{"type": "string"}] for key in ("anyOf", "oneOf", "allOf", "prefixItems")},
}


def kept_by_anthropic():
    """The keywords that the transform for strict schemas keeps beside some type, and doesn't move into the description or spell differently."""
    kept = set()
    for key in KEYWORDS:
        for kind in ("object", "array", "string", "integer", "number", "boolean", "null"):
            schema = {"type": kind, key: SAMPLES.get(key, 1)}
            value = schema[key]
            made = transform_schema(copy.deepcopy(schema))
            if made.get(key) == value:
                kept.add(key)
    return kept


def listed_by_google():
    """The keys that the description of the field names, each in a list or as the one that is not JSON Schema's."""
    text = " ".join(genai.GenerateContentConfig.model_fields["response_json_schema"].description.split())
    listed = re.search("the following properties are supported: (.*) may also be set", text)
    if not listed:
        sys.exit("google-genai: the description of `response_json_schema` lists no keys any more")
    # An explanation in brackets may name another key.
    return set(re.findall("`([^`]+)`", re.sub(r"\([^)]*\)", "", listed[1])))


def fields(model):
    return {field.alias or name for name, field in model.model_fields.items()}


def found():
    kept = kept_by_anthropic()
    parameters = Tool.Function.Parameters
    return {
        "anthropic strict": entry("anthropic", "transform_schema, asked about each keyword; SupportedStringFormats", keys=kept, refused=DEMANDS - kept, formats=SupportedStringFormats),
        "bedrock strict": entry(
            "pydantic-ai-slim",
            "providers/bedrock.py, _BEDROCK_STRICT_UNSUPPORTED_KEYS_BY_TYPE",
            refused={key for keys in bedrock._BEDROCK_STRICT_UNSUPPORTED_KEYS_BY_TYPE.values() for key in keys},
        ),
        "gemini": proto("google-ai-generativelanguage", gemini.Schema),
        "gemini-json-schema": entry("google-genai", "GenerateContentConfig.response_json_schema, its description", keys=listed_by_google()),
        "ollama": entry("ollama", "Tool.Function.Parameters and its Property", root=fields(parameters), keys=fields(parameters.Property)),
        "openai strict": entry(
            "pydantic-ai-slim",
            "profiles/openai.py, _STRICT_INCOMPATIBLE_KEYS and _STRICT_COMPATIBLE_STRING_FORMATS",
            refused=openai._STRICT_INCOMPATIBLE_KEYS,
            formats=openai._STRICT_COMPATIBLE_STRING_FORMATS,
        ),
        "vertex": proto("google-cloud-aiplatform", vertex.Schema, vertex_beta.Schema),
    }


def contradictions(sdks, documented):
    """A page and an SDK that say the opposite of a key, unless the page's entry calls it disputed."""
    for name, lists in documented.items():
        for key in lists.get("keys", []):
            if key in sdks.get(name, {}).get("refused", []) and key not in lists.get("disputed", []):
                yield f"{name}: documented as taken, and refused by {sdks[name]['source']}: `{key}`"


def main():
    if sys.argv[1:] not in (["--check"], ["--write"]):
        sys.exit(__doc__)
    sdks = found()
    text = json.dumps(sdks, indent=1) + "\n"
    faults = list(contradictions(sdks, json.loads((FOLDER / "documented.json").read_text(encoding="utf-8"))))
    if sys.argv[1] == "--write":
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        old = json.loads(FILE.read_text(encoding="utf-8"))
        names = sorted(name for name in sdks.keys() | old.keys() if sdks.get(name) != old.get(name))
        faults.append(f"{FILE.name} differs from the installed packages; `keys.py --write` writes it: {', '.join(names) or 'its layout'}")
    if faults:
        sys.exit("\n".join(faults))
    print(f"  keys of {len(sdks)} providers are those of the installed packages")


main()
