"""What Converse answers, held against the shapes of its service model, which is all the types that botocore has."""

import json

import botocore.session
from botocore.validate import ParamValidator
from made import pieces

PACKAGE = "botocore"
REASONS = {"stop": "end_turn", "length": "max_tokens", "calls": "tool_use", "refused": "guardrail_intervened"}
MODEL = botocore.session.Session().get_service_model("bedrock-runtime")
RESPONSE = MODEL.operation_model("Converse").output_shape
EVENT = MODEL.shape_for("ConverseStreamOutput")
USAGE = {"usage": {"inputTokens": 1, "outputTokens": 2, "totalTokens": 3}, "metrics": {"latencyMs": 4}}


def made(name, turn):
    message = {"role": "assistant", "content": blocks(turn)}
    yield "bedrock", "response", valid(RESPONSE, {"output": {"message": message}, "stopReason": REASONS[turn["finish"]], **USAGE})
    yield "bedrock", "events", [valid(EVENT, event) for event in events(turn)]


def valid(shape, value):
    """The validator passes members that it does not know in an output, so these are looked for."""
    report = ParamValidator().validate(value, shape)
    if report.has_errors():
        raise ValueError(report.generate_report())
    known(shape, value)
    return value


def known(shape, value):
    if shape.type_name == "structure" and not getattr(shape, "is_document_type", False):
        for name, of in value.items():
            if name not in shape.members:
                raise ValueError(f"{shape.name} has no {name}")
            known(shape.members[name], of)
    elif shape.type_name == "list":
        for of in value:
            known(shape.member, of)


def blocks(turn):
    out = []
    if turn["thoughts"]:
        out.append({"reasoningContent": {"reasoningText": {"text": turn["thoughts"], "signature": "AAAA"}}})
    if turn["text"]:
        out.append({"text": turn["text"]})
    return out + [{"toolUse": {"toolUseId": call["id"], "name": call["name"], "input": call["arguments"]}} for call in turn["calls"]]


def events(turn):
    yield {"messageStart": {"role": "assistant"}}
    for index, block in enumerate(blocks(turn)):
        deltas = []
        if "text" in block:
            deltas = [{"text": piece} for piece in pieces(block["text"])]
        elif "reasoningContent" in block:
            text = block["reasoningContent"]["reasoningText"]
            deltas = [{"reasoningContent": {"text": piece}} for piece in pieces(text["text"])]
            deltas.append({"reasoningContent": {"signature": text["signature"]}})
        else:
            use = block["toolUse"]
            start = {"toolUse": {"toolUseId": use["toolUseId"], "name": use["name"]}}
            yield {"contentBlockStart": {"contentBlockIndex": index, "start": start}}
            text = json.dumps(use["input"], ensure_ascii=False) if use["input"] else ""
            deltas = [{"toolUse": {"input": piece}} for piece in pieces(text)]
        for delta in deltas:
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": {"stopReason": REASONS[turn["finish"]]}}
    yield {"metadata": USAGE}
