"""A "no" that answers what the announcement asks is no "don't".

"Any objections?" - "no" lets the agent go on; "Is gw-1 drained?" - "no" tells something; "shall I?"
and "ready?" are answered by a "no" that stops. Whatever was asked, only a "no" that plainly lets it
go on is none: the agent wrote the question, and must not be able to take a person's "no" away.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_TAIL = 400  # signs of an announcement in which its last question is looked for
_SENTENCE_END = re.compile(r"[.!?;。！？\n]")
_MAY_I = re.compile(
    r"\b(?:i|we|me|us|ich|wir|mir|uns|je|on|yo|nosotros|eu|nós)\b|\bwould you\b"
    r"|\b(?:ok(?:ay)?|fine|good|al ?right|right|safe|ready|set|happy|wise|sensible|time|moment"
    r"|acceptable|allowed|permitted|welcome|in favou?r|on board|thumbs up|green light)\b"
    r"|\b(?:proceed|go|continue|confirm(?:ed)?|agree[ds]?|approve[ds]?|approval)\b"
    r"|\b(?:bereit|einverstanden|passt|los|in ordnung|recht|freigegeben|gut|sicher|zeit)\b"
    r"|\b(?:puedo|podemos|debo|list[oa]s?|de acuerdo|vale|seguimos|bien|bueno|buen|segur[oa]|hora"
    r"|momento|posso|devo|pront[oa]s?|certo|beleza|bom|boa)\b"
    r"|\b(?:puis-je|dois-je|peut-on|d'accord|prêt(?:e|es|s)?|bon|bonne|sûr)\b"
    r"|いい|よろしい|大丈夫|問題",
    re.IGNORECASE,
)
_OBJECTIONS = re.compile(
    r"(?:(?:^|[,;:–—-]\s*)(?:no |or )?|\b(?:any|further|other|more|last|final|got|have|hear"
    r"|there|des)\s+)"
    r"(?:objections?|concerns?|vetoe?s?|blockers?|réserves?)\b"
    r"|\bany (?:issues?|problems?|complaints?)(?: with (?:it|this|that))?$"
    r"|\bany (?:good )?reasons? (?:not to|to (?:wait|hold|stop|not)|against)\b"
    r"|\bany(?:one|body|thing) (?:\w+ )?(?:against|opposed|objects?|objecting|minds?)\b"
    r"|\b(?:you|any ?one|anybody) mind\b|\bagainst (?:it|this|that)$|\bwho (?:objects|is against)\b"
    r"|\b(?:einw[äa]nde|bedenken|dagegen|objeci[oó]n(?:es)?|inconvenientes?|en contra"
    r"|alguien se opone|alguém se opõe"
    r"|quelqu'un (?:est |s'y )?(?:contre|oppose)|obje[cç](?:ão|ões)|alguém contra)\b"
    r"|異議|異論|反対",
    re.IGNORECASE,
)
_OR_MAY_I = re.compile(
    r"\b(?:or|oder)\b.{0,12}?\b(?:shall|should|can|may|do|soll|kann) (?:i|we|ich)\b", re.I
)
"""Two questions at once, of which a "no" may answer the second."""
_OF_STATE = re.compile(
    r"(?:^|[,:;–—-]\s*|\b(?:and|but|so|also|btw|by the way|und|aber|y|pero|et|mais|e|mas)\s+)"
    r"(?:is|are|was|were|has|have|had|does|did|do (?:you|they)|isn't|aren't|hasn't|haven't|didn't|"
    r"doesn't|ist|sind|war|hat|haben|läuft|laufen|está|están|es|son|hay|ha|han|est-ce|est|sont|"
    r"y a-t-il|a-t-on|já|tem|é|são|estão)\b"
    r"|(?:てい?ますか|ましたか|ありますか)$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\W*(?:no|nope|nah|none|nein|nee|non|não|nao|ninguno|ninguna|nenhum|nenhuma|keine|aucune?|"
    r"いいえ|いや|なし)\b",
    re.IGNORECASE,
)
_LETS_GO = re.compile(
    r"(?:[\s,.;:、。–—-]*+(?>"
    r"(?:none|nothing|not)(?: at all)?|at all|not really|not that i (?:know|see)(?: of)?"
    r"|(?:any )?(?:objections?|concerns?|blockers?|worries|vetoe?s?|issues?|problems?)"
    r"|(?:from|by|on|for|at) (?:me|us|(?:my|our) (?:side|end|team|part)|here)|here"
    r"|(?:i'm|im|i am|we're|we are|all|it's|that's|looks|sounds) (?:good|fine|ok(?:ay)?)"
    r"|all clear|good|fine(?: by (?:me|us))?|ok(?:ay)?|thanks?(?: you)?|thx|cheers"
    r"|(?:please )?(?:go(?: ahead| on| for it)?|proceed|continue|carry on|do it)"
    r"|keine?|einw[äa]nde|bedenken|von (?:mir|uns)|meinerseits|unsererseits|danke|passt"
    r"|mach(?: (?:ruhig|mal|weiter))?|los|alles (?:gut|klar)|gerne?"
    r"|ning[uú]n[oa]?|objeci[oó]n(?:es)?|(?:por|de) (?:mi|nuestra|mí)(?: (?:parte|lado))?|gracias"
    r"|adelante|dale|vale|todo bien|sin problemas?"
    r"|aucune?|de (?:ma|notre) part|(?:pour|chez) (?:moi|nous)|merci|vas-y|allez-y|c'est bon"
    r"|nenhuma?|obje[cç](?:ão|ões)|da (?:minha|nossa) parte|por mim|obrigad[oa]"
    r"|pode (?:ir|seguir)|manda|tudo (?:bem|certo|ok)"
    r"|特に|ありません|ないです|なし|異議|問題(?:ない|なし|ありません)?(?:です)?|大丈夫(?:です)?"
    r"|進めて(?:ください)?|どうぞ|お願いします"
    r")(?![a-zß-ÿ']))*+[\s,.;:、。…–—-]*+",
    re.IGNORECASE,
)
"""What follows a "no" that lets the agent go on, as a whole."""
_THANKS = re.compile(
    r"thank|thx|danke|gracias|merci|obrigad|please\b(?! (?:go|proceed|do it))", re.IGNORECASE
)
"""With these a "no" is a courteous "don't", even where objections were asked for."""
_ORDER = re.compile(
    r"\b(?:don'?t|do not|stop|wait|hold|abort|cancel|nicht machen|lass|warte|halt|para|espera|"
    r"attends|arr[êe]te)\b|やめ|待っ",
    re.IGNORECASE,
)
_DRAWN_OUT = re.compile(r"(?<!\w)n\w{0,3}?([aeioãõu])\1{2,}", re.IGNORECASE)
_WORD = re.compile(r"[\w']+")
_SAYS_SO = frozenset(
    "it its it's that that's this they the is isn't are aren't was wasn't not still yet there "
    "nicht noch ist sind das die der es está están todavía aún pas encore n'est c'est não ainda "
    "is'nt isnt arent thats".split()
)
"""With words of the question these only answer it: "that's not drained"."""


def without_answer(
    plain: str, announcement: str, lets_go: Callable[[str], bool] = lambda _: False
) -> str:
    """The reply without the "no" that only answers the question that the announcement ends in.

    Args:
        plain: The reply without mentions and marks of format.
        announcement: What it answers; where it asks nothing, the reply stays as it is.
        lets_go: Whether what follows the "no" approves and stops nothing.
    """
    answer = _NO.match(plain)
    asked = _question_of(announcement) if answer is not None else None
    if answer is None or asked is None:
        return plain
    rest = plain[answer.end() :].strip()
    objections = _OBJECTIONS.search(asked) is not None and not _OR_MAY_I.search(asked)
    if not objections and (_MAY_I.search(asked) or not _OF_STATE.search(asked)):
        return plain
    if rest[:1] in ("!", "！"):
        return plain
    rest = rest.strip(" ,.;:、。…–—-)")  # a smile too
    if _THANKS.match(rest) or _ORDER.search(rest):
        return plain
    if _LETS_GO.fullmatch(rest) or (not objections and _only_says_so(rest, asked)):
        return ""
    return rest if lets_go(rest) else plain


def is_drawn_out(text: str) -> bool:
    """Whether a reply has a "nooo": that answers no question, it is called out.

    Args:
        text: The reply as it was written, with all its letters.
    """
    return _DRAWN_OUT.search(text) is not None


def _only_says_so(rest: str, asked: str) -> bool:
    """Whether it only repeats the question as its answer."""
    told = set(_WORD.findall(rest.casefold()))
    return told <= set(_WORD.findall(asked.casefold())) | _SAYS_SO


def _question_of(announcement: str) -> str | None:
    """The question that an announcement ends in; None where it ends in none."""
    head, mark, after = announcement[-_TAIL:].replace("？", "?").rpartition("?")
    if not mark or any(char.isalnum() for char in after):
        return None
    return _SENTENCE_END.split(head.rstrip(" ?!\t\n"))[-1].strip(" *_~`\"'") or None
