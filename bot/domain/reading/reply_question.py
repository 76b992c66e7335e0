"""A "no" that answers what the announcement asks is no "don't".

"Any objections?" - "no" lets the agent go on; "Is gw-1 drained?" - "no, not yet" tells something;
only "shall I?" is answered by a "no" that stops.
"""

from __future__ import annotations

import re

_LAST_QUESTION = re.compile(r"([^.!?;。！？\n]+)[?？]\W*$")
_MAY_I = re.compile(
    r"\b(?:shall|should|may|can|could|must) (?:i|we)\b|\b(?:ok(?:ay)?|fine|good|alright|right|safe)"
    r"(?: (?:to|with|for|by)\b.*)?$|\b(?:proceed|go ahead|continue|approved?|confirm|agreed?)\b"
    r"|\b(?:soll|darf|kann) ich\b|\b(?:puedo|debo|posso|devo|puis-je|dois-je)\b"
    r"|いいですか|よろしい",
    re.IGNORECASE,
)
_OBJECTIONS = re.compile(
    r"\b(?:objections?|concerns?|vetoe?s?|blockers?|anyone against|anybody against|einw[äa]nde|"
    r"bedenken|dagegen|objeci[oó]n(?:es)?|inconvenientes?|obje[cç](?:ão|ões)|異議|反対)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|none|nein|nee|non|não|nao|ninguno|ninguna|nenhum|nenhuma|keine|aucune?|"
    r"いいえ|いや|なし)\b[^.!?;。！？\n]*[.!?;。！？\n]*",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:don'?t|do not|stop|wait|hold|abort|cancel|nicht machen|lass|warte|halt|para|espera|"
    r"attends|arr[êe]te)\b|やめ|待っ",
    re.IGNORECASE,
)


def without_answer(plain: str, announcement: str) -> str:
    """The reply without the sentence that only answers the question that the announcement ends in.

    Args:
        plain: The reply without mentions and marks of format.
        announcement: What it answers; where it asks nothing, the reply stays as it is.
    """
    asked = _LAST_QUESTION.search(announcement.strip())
    answer = _NO.match(plain)
    if asked is None or answer is None or _ORDER.search(answer.group()):
        return plain
    if _MAY_I.search(asked.group(1)) and not _OBJECTIONS.search(asked.group(1)):
        return plain
    return plain[answer.end() :].strip()
