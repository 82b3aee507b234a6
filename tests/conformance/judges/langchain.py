"""langchain-core: a declaration in the form of OpenAI, Anthropic, Bedrock or plain JSON Schema becomes OpenAI's, as its models send it."""

import copy

import shared
from langchain_core.utils.function_calling import convert_to_openai_tool

judge = shared.Judge(
    "langchain-core", ["langchain-core"], "`convert_to_openai_tool` takes the declaration as it is, and hands on name, description and schema unchanged"
)
NESTED = {"openai", "azure-openai", "xai", "deepseek", "groq", "mistral", "cohere", "ollama", "portable"}


def ask(line):
    declaration = line["declaration"]
    strict = True if line["strict"] and line["provider"] in NESTED else None
    made = convert_to_openai_tool(copy.deepcopy(declaration), strict=strict)
    shared.same(expected(line), made, "the converter")


def expected(line):
    declaration = line["declaration"]
    if line["provider"] in NESTED or line["provider"] == "openai-responses":
        return declaration
    if line["provider"] == "bedrock":
        declaration = declaration["toolSpec"]
    if line["provider"] == "json-schema":
        declaration = {
            "name": declaration["title"],
            "description": declaration["description"],
            "parameters": {key: value for key, value in declaration.items() if key not in ("title", "description")},
        }
        return {"type": "function", "function": declaration}
    function = {"name": declaration["name"], "description": declaration["description"]}
    if line["parameters"] is not None:
        function["parameters"] = line["parameters"]
    return {"type": "function", "function": function}


judge.must_refuse("a schema without a name", lambda: ask({"provider": "json-schema", "strict": False, "declaration": {"type": "object"}}))
for line in shared.texts():
    known = NESTED | {"openai-responses", "anthropic", "bedrock", "json-schema", "gemini"}
    if line["provider"] in known and line["declaration"]:
        judge.feed(shared.label(line), line["tool"], lambda: ask(line))
judge.write()
