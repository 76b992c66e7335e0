"""A small trained language model that says how surely two texts belong together.

Words that nobody listed decide much of what people write: "each pod may open three times as many
connections" raises a pool size. The model has read enough English to see that. It answers from
two short texts alone, knows nothing of services, environments or time, and is asked only where the
rules are in doubt. It runs here, on one core, without a network, and gives the same answer each
time. `docs/sense.md` says what it is made of, how it was trained and what it costs.
"""

from bot.domain.sense.loading import load_sense
from bot.domain.sense.model import MOST_TOKENS, Question, Sense, Unasked, recalling

__all__ = ["MOST_TOKENS", "Question", "Sense", "Unasked", "load_sense", "recalling"]
