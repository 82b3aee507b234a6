"""What every judge does: it reads the texts, counts, and writes what it found.

A judge is a program of its own, `judge.py TEXTS RESULTS`. It writes RESULTS/NAME.json:

    {"judge": "..", "version": "..", "checks": "what is asked, in a line",
     "rows": [{"provider": "openai, strict", "kind": "schemas", "fed": 2, "accepted": 1, "refused": [{"tool": "..", "reason": "..", "explained": null}]}]}

`kind` is `schemas` if the judge looks into the schema, `envelopes` if it takes any schema and looks only at what is around it, or `requests`. Many tools have the
same envelope, so a judge of envelopes is fed one tool for each.

A tool that is refused for several reasons has an entry for each. `explained` is left to the table maker, which knows the disagreements.
"""

import json
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

import pydantic_core


# `./check full` feeds everything to everyone.
FULL = os.environ.get("TOOLCAST_CHECK") == "full"


class Refused(Exception):
    """The judge refuses the text; each argument is a reason, in a line."""


def texts(kind="tools"):
    """The lines of a file of texts, as objects."""
    with open(Path(sys.argv[1]) / f"{kind}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def seen(value):
    """Goes through all of a value: typed dictionaries check their lists when these are read."""
    if isinstance(value, dict):
        for of in value.values():
            seen(of)
    elif not isinstance(value, (str, bytes)) and hasattr(value, "__iter__"):
        for of in value:
            seen(of)


def label(line):
    """The row that a line is counted in."""
    return line["provider"] + (", strict" if line.get("strict") else "")


def envelope_of(line):
    """A declaration without its texts and its schema: which members it has, and of which type."""

    def shape(value):
        if value == line["parameters"] and isinstance(value, dict):
            return "a schema"
        if isinstance(value, dict):
            return {key: shape(of) for key, of in sorted(value.items())}
        return value if isinstance(value, bool) else type(value).__name__

    return json.dumps(shape(line["declaration"]))


def same(ours, theirs, what="it"):
    """Refuses where the judge has changed something; each kind of change is a reason, told without its place."""
    found = list(dict.fromkeys(differences(ours, theirs, "")))
    if found:
        raise Refused(*(f"{what} changes: {one}" for one in found))


def differences(ours, theirs, key):
    """Where two JSON values are not the same; the order of members says nothing."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in ours.keys() | theirs.keys():
            if name not in theirs:
                yield f"without `{name}`"
            elif name not in ours:
                yield f"with `{name}`" + (f": {short(theirs[name])}" if name == "description" else "")
            else:
                yield from differences(ours[name], theirs[name], name)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for one, other in zip(ours, theirs):
            yield from differences(one, other, key)
    elif isinstance(ours, str) and isinstance(theirs, str) and theirs.startswith(ours) and theirs != ours:
        yield f"`{key}` goes on: {short(theirs[len(ours):])}"
    elif ours != theirs or (type(ours) is not type(theirs) and not (is_number(ours) and is_number(theirs))):
        yield f"`{key}`: {short(ours)} to {short(theirs)}"


TYPES = {"string": str, "integer": int, "boolean": bool, "null": type(None)}


def without_types_of_enums(value):
    """The schema without `type` where each value of an enum has that type, so that it says nothing more."""
    if isinstance(value, list):
        return [without_types_of_enums(of) for of in value]
    if not isinstance(value, dict):
        return value
    values = value.get("enum")
    said = isinstance(values, list) and isinstance(value.get("type"), str)
    said = said and all(type(of) is TYPES.get(value["type"]) for of in values)
    return {key: without_types_of_enums(of) for key, of in value.items() if not (said and key == "type")}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def reasons(error):
    """What an error says, each thing once."""
    if isinstance(error, Refused):
        return sorted(set(error.args))
    if isinstance(error, pydantic_core.ValidationError):
        return sorted({f"{one['type']}: `{next((at for at in reversed(one['loc']) if isinstance(at, str)), '')}`" for one in error.errors()})
    return [" ".join(f"{type(error).__name__}: {error}".split())[:400]]


class Judge:
    """Counts what one judge says."""

    def __init__(self, name, packages, checks):
        self.name = name
        self.version = ", ".join(f"{package} {version(package)}" for package in packages)
        self.checks = checks
        self.rows = {}
        self.envelopes = set()

    def must_refuse(self, what, because, ask):
        """Shows the judge a mistake. It must be refused with a reason that matches the regular expression `because`."""
        try:
            ask()
        except Exception as error:
            found = reasons(error)
            if not any(re.search(because, reason) for reason in found):
                sys.exit(f"{self.name} refuses {what} for another reason than `{because}`: {found}")
        else:
            sys.exit(f"{self.name} accepts {what}")

    def feed(self, row, tool, ask, kind="schemas"):
        """Asks about one text: `ask` returns if it is accepted, and raises if it is refused."""
        counts = self.rows.setdefault(row, {"provider": row, "kind": kind, "fed": 0, "accepted": 0, "refused": []})
        counts["fed"] += 1
        try:
            ask()
        except Exception as error:  # An exception of a package is its verdict.
            counts["refused"] += [{"tool": tool, "reason": reason, "explained": None} for reason in reasons(error)]
        else:
            counts["accepted"] += 1

    def feed_envelope(self, line, ask):
        """The same of a judge that takes any schema: it is asked once for each envelope, or about all texts in a full run."""
        envelope = (label(line), envelope_of(line))
        if FULL or envelope not in self.envelopes:
            self.envelopes.add(envelope)
            self.feed(label(line), line["tool"], ask, "envelopes")

    def feed_requests(self, providers, ask):
        """Asks about the requests of some providers."""
        for line in texts("requests"):
            if line["provider"] in providers:
                self.feed(f"{line['provider']}, requests", line["tool"], lambda: ask(line["provider"], line["request"]), "requests")

    def write(self):
        """Writes the result; a judge that was asked nothing has failed."""
        if not self.rows:
            sys.exit(f"{self.name} was asked nothing")
        result = {"judge": self.name, "version": self.version, "checks": self.checks, "rows": list(self.rows.values())}
        folder = Path(sys.argv[2])
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        path.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        fed = sum(row["fed"] for row in result["rows"])
        refused = sum(row["fed"] - row["accepted"] for row in result["rows"])
        print(f"  {self.name} ({self.version}): {fed} texts, {refused} refused")
