"""What a clause without a verb does away with, swaps or demands: "ab sofort ohne Limit"."""

from __future__ import annotations

import re

_FROM_NOW = re.compile(
    r"\bab (?:sofort|jetzt|heute|morgen|nun|dem nächsten|der nächsten|montag|\d)|\bkünftig\b|"
    r"\bvon (?:jetzt|nun) an\b|\bfortan\b|\bzukünftig\b|"
    r"\ba partir (?:de|das|do|da|del) |\bdesde (?:ya|hoy|ahora|agora|hoje|las? \d|esta noche)\b|"
    r"\bde (?:agora em diante|ahora en adelante)\b|\ben adelante\b|\bdaqui (?:pra|para a) frente\b|"
    r"\bà partir d|\bdès (?:maintenant|ce soir|demain|aujourd|lundi|\d)|\bdésormais\b|"
    r"\bdorénavant\b|\bfrom (?:now|then|here|today|tonight|tomorrow|\d+|noon|midnight|monday)\b|"
    r"\bas (?:of|from) (?:now|today|tonight|tomorrow|\d+|monday)\b|"
    r"\bstarting (?:now|today|tonight)\b"
)
_WITHOUT = re.compile(r"\b(?:ohne|sin|sem|sans) +(?!que\b|dass\b|zu\b|cambios\b|mudanças?\b)\w")
_ONLY_WITH = re.compile(
    r"\bonly (?:with|via|through|over|by)\b|"
    r"\b(?:nur|bloß|ausschließlich) (?:noch )?(?:mit|per|über|via)\b|"
    r"\b(?:solo|sólo|solamente|únicamente) (?:con|por|vía|mediante)\b|"
    r"\b(?:uniquement|seulement|exclusivement|plus que) (?:avec|par|via)\b|"
    r"\b(?:só|apenas|somente|unicamente) (?:com|por|via)\b"
)
_OLD_OUT = re.compile(
    r"\b(?:old|former|previous|expired|expiring)\b[^.;]{0,40}?\bout\b[^.;\w]{1,4}"
    r"(?:and |the |then )*(?:new|fresh|next)\b[^.;]{0,40}?\bin\b|"
    r"\b(?:alte[rsnm]?|bisherige[rsn]?)\b[^.;]{0,40}?\b(?:raus|hinaus|weg)\b[^.;\w]{1,4}"
    r"(?:und |dann )?(?:d(?:er|ie|as|en) )?neue[rsn]?\b[^.;]{0,40}?\b(?:rein|hinein|dran)\b|"
    r"\bfuera (?:el|la|los|las) [^.;]{0,40}?\bviej[oa]s?\b[^.;\w]{1,4}(?:y )?(?:entra|dentro)\b|"
    r"\bsale (?:el|la) [^.;]{0,40}?\b(?:viej[oa]|anterior)\b[^.;\w]{1,4}(?:y )?entra\b|"
    r"\bsai (?:o|a) [^.;]{0,40}?\b(?:antig[oa]|velh[oa])\b[^.;\w]{1,4}(?:e )?entra\b|"
    r"\b(?:ancien(?:ne)?|vieux|vieille)\b[^.;]{0,40}?\bdehors\b[^.;\w]{1,4}(?:et )?"
    r"(?:le |la )?nou(?:veau|velle)\b|"
    r"古い[^。]{0,20}(?:外し|抜き|やめ)[^。]{0,3}新しい[^。]{0,20}(?:入れ|差し|付け)"
)
_NAMES_OLD = re.compile(r"\b(?:out|raus|hinaus|weg|fuera|sale|sai|dehors)\b|古い")


def drops_from_now(clause: str, sentence: str) -> bool:
    """Whether a clause in another language says that a thing goes: "peers ab sofort ohne Limit".

    Args:
        clause: The clause as written, lower-case.
        sentence: Its sentence, lower-case.
    """
    return _WITHOUT.search(clause) is not None and _FROM_NOW.search(sentence) is not None


def demands_from_now(clause: str, sentence: str) -> bool:
    """Whether only one way is left from some time on: "from 14:00 only with a passkey"."""
    return _ONLY_WITH.search(clause) is not None and _FROM_NOW.search(sentence) is not None


def swaps_old_for_new(clause: str, sentence: str) -> bool:
    """Whether an old thing goes out and a new one in: "old root out, new root in"."""
    return _NAMES_OLD.search(clause) is not None and _OLD_OUT.search(sentence) is not None


__all__ = ["demands_from_now", "drops_from_now", "swaps_old_for_new"]
