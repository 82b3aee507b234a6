"""pydantic-ai: its transformers of JSON Schema, one for each provider and mode."""

import copy
import warnings

import shared
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer
from pydantic_ai.providers.anthropic import AnthropicJsonSchemaTransformer
from pydantic_ai.providers.bedrock import BedrockJsonSchemaTransformer

judge = shared.Judge(
    "pydantic-ai-slim", ["pydantic-ai-slim"], "the provider's transformer, in the mode of the text, changes nothing in the schema, and calls a strict one strict"
)
TRANSFORMERS = {
    "openai": OpenAIJsonSchemaTransformer,
    "openai-responses": OpenAIJsonSchemaTransformer,
    "azure-openai": OpenAIJsonSchemaTransformer,
    "anthropic": AnthropicJsonSchemaTransformer,
    "bedrock": BedrockJsonSchemaTransformer,
    "deepseek": OpenAIJsonSchemaTransformer,
    "ollama": OpenAIJsonSchemaTransformer,
    "gemini-json-schema": GoogleJsonSchemaTransformer,
}


def ask(provider, strict, schema):
    transformer = TRANSFORMERS[provider](copy.deepcopy(schema), strict=strict)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = transformer.walk()
    if provider == "anthropic" and strict:  # It calls Anthropic's own.
        schema = shared.without_types_of_enums(schema)
    shared.same(schema, made, "the transformer")
    if TRANSFORMERS[provider] is OpenAIJsonSchemaTransformer and strict:
        unasked = OpenAIJsonSchemaTransformer(copy.deepcopy(schema), strict=None)
        unasked.walk()
        if not unasked.is_strict_compatible:
            raise shared.Refused("the transformer does not think it strict")


open_object = {"type": "object", "properties": {"a": {"type": "string"}}}
for provider, transformer in TRANSFORMERS.items():
    if transformer is OpenAIJsonSchemaTransformer:
        judge.must_refuse(f"an object without `properties` for {provider}", "with `properties`", lambda: ask(provider, False, {"type": "object"}))
        judge.must_refuse(f"an open object in strict mode for {provider}", "with `additionalProperties`", lambda: ask(provider, True, open_object))
judge.must_refuse("an open object in strict mode", "with `additionalProperties`", lambda: ask("anthropic", True, open_object))
judge.must_refuse("a bound that Bedrock refuses in strict mode", "without `minimum`", lambda: ask("bedrock", True, {"type": "integer", "minimum": 1}))
judge.must_refuse("an exclusive bound", "without `exclusiveMinimum`|UserWarning.*exclusiveMinimum|exclusiveMinimum", lambda: ask("gemini-json-schema", False, {"type": "integer", "exclusiveMinimum": 1}))
# Without strict mode, these two only drop `title` and `$schema`, so a text would be compared with
# itself.
UNCHANGED = ("anthropic", "bedrock")
for line in shared.texts():
    if line["provider"] in TRANSFORMERS and line["parameters"] and (line["strict"] or line["provider"] not in UNCHANGED):
        judge.feed(shared.label(line), line["tool"], lambda: ask(line["provider"], line["strict"], line["parameters"]))
judge.write()
