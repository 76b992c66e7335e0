"""The model that comes with negmem: loaded once, and looked at whether it is whole."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
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
        return Sense(_whole("network.onnx"), _whole("tokenizer.json").decode("utf-8"))
    except Exception as error:  # of many kinds: the runtime's own have no base class
        raise BrokenInstallation(
            "negmem's language model is missing or damaged", _FOLDER
        ) from error


def _whole(name: str) -> bytes:
    """A file of the model, whole: with a few values wrong it would load, and answer wrongly."""
    content = _FOLDER.joinpath(name).read_bytes()
    told = _FOLDER.joinpath("sha256sums").read_text("utf-8").splitlines()
    if f"{sha256(content).hexdigest()}  {name}" not in told:
        raise ValueError(f"{name} is not what sha256sums tells.")
    return content


__all__ = ["load_sense"]
