"""An installation in which something that comes with negmem is missing or damaged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.domain.matching import weighing
from bot.domain.sense import loading

MODEL, TREES = "language model is", "trees are"


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def _blank_a_page(path: Path) -> None:
    """As a disk does it; the network still loads."""
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes(64) + whole[middle + 64 :])


def _point_elsewhere(path: Path) -> None:
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")


def _change_a_value(path: Path) -> None:
    """To another one that the file may hold: it is valid JSON still."""
    text = path.read_text("utf-8")
    at = max(map(text.rfind, "123456789"))
    path.write_text(f"{text[:at]}{(int(text[at]) + 1) % 9}{text[at + 1 :]}", "utf-8")
    assert json.loads(path.read_text("utf-8")) != json.loads(text)


DAMAGES: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "no network": (MODEL, "network.onnx", Path.unlink),
    "a cut network": (MODEL, "network.onnx", _cut),
    "wrong weights": (MODEL, "network.onnx", _blank_a_page),
    "a pointer for a network": (MODEL, "network.onnx", _point_elsewhere),
    "no sums": (MODEL, "sha256sums", Path.unlink),
    "empty sums": (MODEL, "sha256sums", lambda path: path.write_text("\n")),
    "no tokenizer": (MODEL, "tokenizer.json", Path.unlink),
    "a cut tokenizer": (MODEL, "tokenizer.json", _cut),
    "another value in the tokenizer": (MODEL, "tokenizer.json", _change_a_value),
    "no trees": (TREES, "trees.json", Path.unlink),
    "cut trees": (TREES, "trees.json", _cut),
    "trees without a tree": (TREES, "trees.json", lambda path: path.write_text("{}")),
    "another value in the trees": (TREES, "trees.json", _change_a_value),
    "trees without a sum": (TREES, "trees.json.sha256", Path.unlink),
    "trees with an empty sum": (TREES, "trees.json.sha256", lambda path: path.write_text("\n")),
}


def damage(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str) -> str:
    """Damage a copy of what comes with negmem, which counts from now on; what is said of it."""
    part, file, harm = DAMAGES[name]
    folder.mkdir()
    for whole in ("network.onnx", "tokenizer.json", "sha256sums"):
        (folder / whole).symlink_to(str(loading._FOLDER / whole))
    for whole in ("trees.json", "trees.json.sha256"):
        (folder / whole).symlink_to(str(weighing._FOLDER / whole))
    whole = (folder / file).resolve()
    (folder / file).unlink()
    shutil.copy(whole, folder)
    harm(folder / file)
    monkeypatch.setattr(loading, "_FOLDER", folder)
    monkeypatch.setattr(weighing, "_FOLDER", folder)
    loading._loaded.cache_clear()
    weighing.trees.cache_clear()
    where = folder if part is MODEL else folder / "trees.json"
    return f"negmem's {part} missing or damaged: {where}. Reinstall negmem."


def mend() -> None:
    """Forget what was loaded, so that what really comes with negmem counts again."""
    loading._loaded.cache_clear()
    weighing.trees.cache_clear()
