"""Bedrock: botocore's own check of a Converse request, before it would be sent."""

import base64

import shared
from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.validate import ParamValidator

judge = shared.Judge("botocore", ["botocore"], "the validation of `Converse`'s parameters accepts each tool and each request")
service = ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2"), "bedrock-runtime")
tools = service.operation_model("Converse").input_shape.members["toolConfig"]


def ask(declaration):
    report = ParamValidator().validate({"tools": [declaration]}, tools)
    if report.has_errors():
        raise shared.Refused(report.generate_report())


judge.must_refuse("an unknown member", 'Unknown parameter in tools.*: "parameters"', lambda: ask({"toolSpec": {"name": "a", "inputSchema": {"json": {}}, "parameters": {}}}))
judge.must_refuse("a tool without a name", 'Missing required parameter in .*: "name"', lambda: ask({"toolSpec": {"inputSchema": {"json": {}}}}))
judge.must_refuse("an empty name", "name, value: 0, valid min length: 1", lambda: ask({"toolSpec": {"name": "", "inputSchema": {"json": {}}}}))
for line in shared.texts():
    if line["provider"] == "bedrock" and line["declaration"]:
        judge.feed_envelope(line, lambda: ask(line["declaration"]))


converse = service.operation_model("Converse").input_shape


def ask_request(_, request):
    report = ParamValidator().validate({"modelId": "a", **with_bytes(request)}, converse)
    if report.has_errors():
        raise shared.Refused(report.generate_report())


def with_bytes(value):
    """In Python, bytes are bytes; in JSON, they are base64."""
    if isinstance(value, dict):
        return {key: base64.b64decode(of) if key == "bytes" else with_bytes(of) for key, of in value.items()}
    return [with_bytes(of) for of in value] if isinstance(value, list) else value


WRONG = (
    ({"tools": []}, 'Unknown parameter in input: "tools"'),
    ({"messages": [{"role": "user", "content": [{"toolResult": {"toolUseId": "a"}}]}]}, 'Missing required parameter in .*: "content"'),
    ({"toolConfig": {"tools": [], "toolChoice": "any"}}, "Invalid type for parameter toolConfig.toolChoice"),
)
for wrong, because in WRONG:
    judge.must_refuse(f"{wrong}", because, lambda: ask_request("bedrock", wrong))
judge.feed_requests(["bedrock"], ask_request)
judge.write()
