"""The model that comes with negmem: loaded once, and looked at whether it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import file_digest
from importlib import resources
from pathlib import Path
from threading import Lock

from bot.domain.errors import BrokenInstallation
from bot.domain.sense.model import Sense

_FOLDER = resources.files(__package__)
_LOADING = Lock()


def load_sense() -> Sense:
    """The model that comes with negmem, loaded once: whoever asks meanwhile waits for it.

    Raises:
        BrokenInstallation: It is missing or damaged. The next who asks has it looked for again.
    """
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Sense:
    try:
        with _whole("network.onnx") as network, _whole("tokenizer.json") as tokenizer:
            return Sense(network, tokenizer)
    except Exception as error:  # of many kinds: the runtime's own have no base class
        raise BrokenInstallation(
            "negmem's language model is missing or damaged", _FOLDER
        ) from error


@contextmanager
def _whole(name: str) -> Iterator[Path]:
    """A file of the model, whole: with a few values wrong it would load, and answer wrongly."""
    told = _FOLDER.joinpath("sha256sums").read_text("utf-8").splitlines()
    with resources.as_file(_FOLDER.joinpath(name)) as path:
        with path.open("rb") as file:
            found = file_digest(file, "sha256").hexdigest()
        if f"{found}  {name}" not in told:
            raise ValueError(f"{name} is not what sha256sums tells.")
        yield path


__all__ = ["load_sense"]
