"""Answers of Gemini's Interactions API, by the types of Google's SDK."""

import json

from google.genai.interactions import Interaction, InteractionSSEEvent
from made import dumped, pieces
from pydantic import TypeAdapter

PACKAGE = "google-genai"
STATES = {"stop": "completed", "calls": "requires_action"}
EVENT = TypeAdapter(InteractionSSEEvent)


def made(name, turn):
    if turn["finish"] not in STATES:
        return  # It has no status for a refusal, and `incomplete` has no reason.
    whole = Interaction.model_validate(interaction(turn, steps(turn)), extra="forbid")
    yield "gemini", "response", dumped(whole, exclude_unset=True)
    typed = [EVENT.validate_python(event, extra="forbid") for event in events(turn)]
    for event in typed:
        if type(event).__name__.startswith("Unknown"):
            raise ValueError(f"the SDK does not know {event}")
    yield "gemini", "events", [dumped(event, exclude_unset=True) for event in typed]


def interaction(turn, steps, status=None):
    return {"id": "int_1", "model": "a", "status": status or STATES[turn["finish"]], "steps": steps}


def steps(turn):
    out = []
    if turn["thoughts"]:
        out.append({"type": "thought", "signature": "AAAA", "summary": [{"type": "text", "text": turn["thoughts"]}]})
    if turn["text"]:
        out.append({"type": "model_output", "content": [{"type": "text", "text": turn["text"]}]})
    return out + [{"type": "function_call", **call} for call in turn["calls"]]


def events(turn):
    yield {"event_type": "interaction.created", "interaction": {"id": "int_1", "status": "in_progress"}}
    for index, step in enumerate(steps(turn)):
        deltas, start = [], {"type": step["type"]}
        if step["type"] == "function_call":
            start = {**step, "arguments": {}}
            deltas = [{"type": "arguments_delta", "arguments": piece} for piece in pieces(json.dumps(step["arguments"], ensure_ascii=False))]
        elif step["type"] == "model_output":
            deltas = [{"type": "text", "text": piece} for piece in pieces(step["content"][0]["text"])]
        else:
            deltas = [{"type": "thought_summary", "content": of} for of in step["summary"]]
            deltas.append({"type": "thought_signature", "signature": step["signature"]})
        yield {"event_type": "step.start", "index": index, "step": start}
        for delta in deltas:
            yield {"event_type": "step.delta", "index": index, "delta": delta}
        yield {"event_type": "step.stop", "index": index}
    yield {"event_type": "interaction.completed", "interaction": {"id": "int_1", "status": STATES[turn["finish"]]}}
