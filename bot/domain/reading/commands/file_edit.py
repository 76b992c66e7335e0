"""Commands that change a file: what of it, and in which file, so whose configuration."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.tools.planned import build_action

_SUBSTITUTION = re.compile(r"(?:^|[\s;{/])s(?P<mark>[/|#,@!~])")
_ASSIGNED = re.compile(r"(?<![\w.-])([A-Za-z_][\w.-]{0,120})\s*(?:=|:|\s)\s*\"?([^\s\"';,]+)")
_BIN = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


def read_edit(
    program: str, words: Sequence[str], stdin: str | None, text: str
) -> list[PlannedAction]:
    """What `sed -i`, `perl -pi -e` or `tee FILE` does; without in-place editing they only print."""
    plain = [w for w in words if not w.startswith("-")]
    if program in {"tee", "sponge"}:
        return read_write(plain, stdin or "", text) if plain else []
    in_place = any(
        w.startswith(("-i", "--in-place", "-pi", "-ni")) or re.match(r"-[a-zA-Z]*i", w)
        for w in words
    )
    if not in_place and plain and _SUBSTITUTION.search(plain[0]):
        shown = read_change([], *_substitution(plain[0]), text)
        return [replace(shown, kind="inspect", mode=Mode.READ_ONLY, target=None)]
    if not in_place or not plain:
        return [build_action("inspect", target=None, objects=plain[-1:], parameters={}, text=text)]
    scripts = [w for w in plain if _SUBSTITUTION.search(w) or "/d" in w] or plain[:1]
    files = [w for w in plain if w not in scripts]
    before, after = _on_address(scripts[0], *_substitution(scripts[0]))
    return [read_change(files, before, after, text)]


def _substitution(script: str) -> tuple[str, str]:
    """Both sides of `s/a/b/`."""
    found = _SUBSTITUTION.search(script)
    if found is None:
        return script, ""
    parts = re.split(r"(?<!\\)" + re.escape(found["mark"]), script[found.end() :])
    return parts[0], parts[1] if len(parts) > 1 else ""


_JQ_SET = re.compile(r"\.([\w.\[\]\"-]{2,120})\s*\|?=\s*\\?\"?([^\"|\\]{1,120})")


def read_jq(words: Sequence[str], text: str) -> PlannedAction:
    """What `jq '.a.b = "c"'` prints: it only looks; what it writes on is set by the next one."""
    plain = [w for w in words if not w.startswith("-")]
    found = next((m for w in plain if (m := _JQ_SET.search(w))), None)
    parameters = {"key": re.sub(r"\[\d*\]", "", found[1]), "to": found[2].strip()} if found else {}
    named = [w for w in plain if not _JQ_SET.search(w)]
    return build_action(
        "inspect", target=named[-1] if named else None, objects=["jq"], parameters=parameters,
        text=text,
    )  # fmt: skip


def _on_address(script: str, before: str, after: str) -> tuple[str, str]:
    """`/tls_min/s/^/#/` comments out the lines that its address finds."""
    found = re.match(r"/([^/]{2,120})/s", script)
    return (found[1], f"{after}{found[1]}") if found and before == "^" else (before, after)


def read_write(files: Sequence[str], content: str, text: str) -> list[PlannedAction]:
    """A file is written: its content says what is set; scratch files do not count."""
    real = [f for f in files if f not in _BIN and not f.startswith(("&", "/dev/fd"))]
    if not real:
        return []
    if all(f.startswith(("/tmp/", "/var/tmp/")) or "/" not in f for f in real):  # noqa: S108  # recognised, not used
        return [build_action("create", target=None, objects=["file", *real], parameters={},
                             text=text, main=False)]  # fmt: skip
    return [read_change(real, "", content, text)]


def read_change(files: Sequence[str], before: str, after: str, text: str) -> PlannedAction:
    """An edit with the key that it sets and the values before and after, where they show."""
    parameters = {"file": ",".join(files)[:200]}
    key, old, new = _key_and_values(before, after)
    if key:
        parameters["key"] = key
    if old:
        parameters["from"] = old
    if new:
        parameters["to"] = new
    stems = [PurePosixPath(f).stem for f in files if f]
    return build_action(
        _edit_kind(before, after),
        target=None,
        objects=["config", *([key] if key else []), *stems, after[:80]],
        parameters=parameters,
        text=text,
    )


_COMMENT = re.compile(r"\s*(?:#|//|;|--|\\#)\s*")


def _edit_kind(before: str, after: str) -> str:
    """A line that is commented out is disabled, one that is put in force again enabled."""
    bare, new = before.lstrip("^").strip(), after.strip()
    out = _COMMENT.match(bare), _COMMENT.match(new)
    if bare and out[1] and not out[0]:
        kept = _COMMENT.sub("", new, count=1)[:20]
        return "disable" if kept in {bare[:20], "&", "\\1"} else "set"
    if bare and out[0] and not out[1]:
        return "enable" if _COMMENT.sub("", bare, count=1)[:20] == new[:20] else "set"
    return "set"


def _key_and_values(before: str, after: str) -> tuple[str, str, str]:
    """What both sides begin with is the key; what follows are the values."""
    if before and after:
        left, right = before.split(), after.split()
        shared = 0
        while shared < min(len(left), len(right)) and left[shared] == right[shared]:
            shared += 1
        key = " ".join(w for w in left[:shared] if w not in {"=", ":"})
        if key and (shared < len(left) or shared < len(right)):
            return (
                key.rstrip(":=")[:120],
                " ".join(left[shared:])[:120],
                " ".join(right[shared:])[:120],
            )
    new, old = _ASSIGNED.search(after), _ASSIGNED.search(before)
    found = new or old
    key = found[1] if found else ""
    return key, old[2] if old else "", new[2] if new else ""
