"""Gemini and Vertex: the protos of their APIs, read by the JSON parser of protobuf, to which an unknown name is an error."""

import json

import shared
from google.ai.generativelanguage_v1beta import types as gemini
from google.cloud.aiplatform_v1 import types as vertex
from google.cloud.aiplatform_v1beta1 import types as vertex_beta
from google.protobuf import json_format

CHECKS = "the strict JSON parser reads `Tool` with the declaration, and loses nothing of it. Requests: it reads `GenerateContentRequest`, and no part of a message is lost"


def ask(tools, declaration):
    ours = {"functionDeclarations": [declaration]}
    for tool in tools:
        message = json_format.Parse(json.dumps(ours), tool.pb()())
        shared.same(plain(ours), plain(json_format.MessageToDict(message)), tool.__module__)


# int64 is written as a string.
COUNTS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}


def plain(value):
    if isinstance(value, dict):
        return {key: int(of) if key in COUNTS and isinstance(of, str) else plain(of) for key, of in value.items()}
    return [plain(of) for of in value] if isinstance(value, list) else value


def run(name, package, tools, requests, providers):
    judge = shared.Judge(name, [package], CHECKS)
    wrong = (
        ({"const": 1}, 'has no field named "const"'),
        ({"$ref": "#"}, 'has no field named "\\$ref"'),
        ({"type": ["STRING", "NULL"]}, "Failed to parse type field|repeated"),
        ({"type": "text"}, 'Invalid enum value "?text'),
    )
    for member, because in wrong:
        judge.must_refuse(f"{member}", because, lambda: ask(tools, {"name": "a", "parameters": {"type": "OBJECT", **member}}))
    for line in shared.texts():
        if line["provider"] in providers and line["declaration"]:
            # `parametersJsonSchema` is a `google.protobuf.Value`.
            if line["provider"] == "gemini-json-schema":
                judge.feed_envelope(line, lambda: ask(tools, line["declaration"]))
            else:
                judge.feed(line["provider"], line["tool"], lambda: ask(tools, line["declaration"]))

    def ask_request(_, request):
        for one in requests:
            message = json_format.Parse(json.dumps({"model": "a", **request}), one.pb()())
            # A part that the parser has read is there, if only by its name.
            for ours, theirs in zip(request["contents"], message.contents, strict=True):
                if len(ours["parts"]) != len(theirs.parts) or not all(part.WhichOneof("data") for part in theirs.parts):
                    raise shared.Refused("a part is lost")

    wrong_requests = (
        ({"toolChoice": "auto"}, 'has no field named "toolChoice"'),
        ({"contents": [{"role": "user", "parts": [{"functionResult": {}}]}]}, 'has no field named "functionResult"'),
        ({"contents": [{"parts": [{}]}]}, "^a part is lost$"),
    )
    for wrong, because in wrong_requests:
        judge.must_refuse(f"{wrong}", because, lambda: ask_request("", {"contents": [], **wrong}))
    judge.feed_requests(providers, ask_request)
    judge.write()


run("google-ai-generativelanguage", "google-ai-generativelanguage", [gemini.Tool], [gemini.GenerateContentRequest], ["gemini", "gemini-json-schema"])
run("google-cloud-aiplatform", "google-cloud-aiplatform", [vertex.Tool, vertex_beta.Tool], [vertex.GenerateContentRequest, vertex_beta.GenerateContentRequest], ["vertex"])
