"""What a text announces, in short, for the tests of reading prose."""

from __future__ import annotations

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(text: str) -> set[str]:
    """The kinds of everything that a text announces."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return {kind for f in frames if f.mode is Mode.PLANNED for kind in f.kinds}
