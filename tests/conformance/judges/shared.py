"""What every judge does: it reads the texts, counts, and writes what it found.

A judge is a program of its own, `judge.py TEXTS RESULTS`. It writes RESULTS/NAME.json:

    {"judge": "..", "version": "..", "checks": "what is asked, in a line",
     "rows": [{"provider": "openai, strict", "fed": 2, "accepted": 1, "refused": [{"tool": "..", "reason": "..", "explained": null}]}]}

`explained` is left to the table maker, which knows the disagreements.
"""

import json
import sys
from importlib.metadata import version
from pathlib import Path


class Refused(Exception):
    """The judge refuses the text; the message is the reason, in a line."""


def texts(kind="tools"):
    """The lines of a file of texts, as objects."""
    with open(Path(sys.argv[1]) / f"{kind}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def label(line):
    """The row that a line is counted in."""
    return line["provider"] + (", strict" if line.get("strict") else "")


def same(ours, theirs, what="it"):
    """Refuses where the judge has changed something; the reason says what and where, first of all."""
    found = difference(ours, theirs, "")
    if found:
        raise Refused(f"{what} changes {found}")


def difference(ours, theirs, path):
    """The first place where two JSON values are not the same, the order of members included."""
    if type(ours) is not type(theirs) and not (is_number(ours) and is_number(theirs)):
        return f"`{path}`: {short(ours)} to {short(theirs)}"
    if isinstance(ours, dict):
        for key, value in ours.items():
            if key not in theirs:
                return f"`{path}`: without `{key}`"
            found = difference(value, theirs[key], f"{path}.{key}" if path else key)
            if found:
                return found
        for key in theirs:
            if key not in ours:
                return f"`{path}`: with `{key}`"
        return None
    if isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"`{path}`: {len(ours)} items to {len(theirs)}"
        for i, (one, other) in enumerate(zip(ours, theirs)):
            found = difference(one, other, f"{path}[{i}]")
            if found:
                return found
        return None
    return None if ours == theirs else f"`{path}`: {short(ours)} to {short(theirs)}"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


class Judge:
    """Counts what one judge says."""

    def __init__(self, name, packages, checks):
        self.name = name
        self.version = ", ".join(f"{package} {version(package)}" for package in packages)
        self.checks = checks
        self.rows = {}

    def must_refuse(self, what, ask):
        """Shows the judge something that is wrong, so that a check that can't fail is found out."""
        try:
            ask()
        except Exception:
            return
        sys.exit(f"{self.name} accepts {what}")

    def feed(self, row, tool, ask):
        """Asks about one text: `ask` returns where it is accepted, and raises where it is not."""
        counts = self.rows.setdefault(row, {"provider": row, "fed": 0, "accepted": 0, "refused": []})
        counts["fed"] += 1
        try:
            ask()
        except Exception as error:  # Whatever a package raises is its verdict.
            reason = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
            reason = " ".join(reason.split())
            counts["refused"].append({"tool": tool, "reason": reason[:400], "explained": None})
        else:
            counts["accepted"] += 1

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
        refused = sum(len(row["refused"]) for row in result["rows"])
        print(f"  {self.name} ({self.version}): {fed} texts, {refused} refused")
