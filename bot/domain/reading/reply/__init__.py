"""A person's reply in an announcement's thread: does it stop the action, why, and what instead?

read.py        the way through: signs, cues, leaning, the question it answers, the language model
signs.py       what thumbs and stop signs say
cues.py        words that stop or approve, sentence by sentence; words.py holds them by language
leaning.py     what the whole text leans to; it delays, or takes back a cue that is not plain
question.py    what the announcement asked, so what "no" means (question_words.py)
answer.py      what else answers it
courtesy.py    what only is kind or said in passing (passing.py)
sense.py       when the language model overrules the words; never an order (order.py)
reason.py      why, in the person's words
chosen.py      which of several actions is meant
plain.py       the text without marks; bounds.py how much of it; kinds.py what comes out
"""

from bot.domain.reading.reply.chosen import words_choose
from bot.domain.reading.reply.courtesy import tells_something
from bot.domain.reading.reply.kinds import ReplyKind, ReplyReading
from bot.domain.reading.reply.read import read_reply
from bot.domain.reading.reply.signs import reaction_stops

__all__ = [
    "ReplyKind", "ReplyReading", "reaction_stops", "read_reply", "tells_something",
    "words_choose",
]  # fmt: skip
