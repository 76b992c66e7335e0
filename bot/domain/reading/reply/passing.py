"""What people write while they look on: that they agree, that they are on it, when they are back.

None of it says anything about the action, so nobody needs to guess whether it stops one.
"""

from __future__ import annotations

import re

_TIME = (
    r"(?:an?|one|two|five|ten|fifteen|\d{1,2}(?: \d\d)?|(?:a )?few|(?:a )?couple(?: of)?|half an?)"
    r"(?: ?(?:s|secs?|seconds?|m|mins?|minutes?|moment|bit|h|hours?|am|pm))?"
)
_MINUTES = (
    r"(?:\d{1,2}|une?|deux|cinq|dix|unos|cinco|diez|uns|dez|funf|zehn)(?: ?(?:min\w{0,4}|m))?"
)
_PATTERNS = (
    # en
    r"plus one(?: (?:to|for|on|from|with|as well|here|too)(?: (?:that|this|it|the|your|my|me|us"
    r"|side"
    r"|doing))*(?: (?:plan|idea|proposal|approach|suggestion|change|fix))?)?",
    r"(?:i )?(?:agreed?|approved?|support|second)(?: (?:with|to|do))?(?: (?:that|this|it|the"
    r"|your))?"
    r"(?: (?:plan|idea|proposal|approach|suggestion|change|fix))?"
    r"|(?:im )?in favou?r(?: of (?:it|that"
    r"|this))?",
    r"(?:that |this |it )?(?:sounds|looks|seems) (?:like )?(?:an? |the )?(?:good |great |solid "
    r"|right )?"
    r"(?:plan|idea|call|move|approach)(?: to me)?|(?:that |it )?makes sense(?: to me)?"
    r"|fine (?:with|by|for) (?:me|us)|(?:its )?(?:your call|up to you)|no (?:strong )?opinion",
    r"(?:ack|copy|seen|read)(?: (?:that|this|it))?|saw (?:it|this|that)|rgr|ty|tysm",
    r"(?:im |i am |ill be |i will be |will be |be |should be |brb )*(?:back|there|here|with you"
    r"|online"
    rf"|around|joining)(?: (?:in|at|by|within) {_TIME})?|brb(?: (?:in )?{_TIME})?",
    rf"(?:im )?(?:omw|on my way)|eta {_TIME}|(?:im )?(?:afk|away|lunch)(?: (?:for|until"
    rf"|till))? ?{_TIME}",
    r"(?:im |i am |just |also |now )*(?:on it|looking|checking|watching|following|listening|joining"
    r"|joined|here)(?: (?:in|along|on|at|into|now|too|as well|it|this|that|the|call|bridge|thread"
    r"|graphs?|dashboards?|logs?|metrics))*",
    r"(?:good|best of) luck|fingers crossed|godspeed|you(?:ve)? got this",
    # de
    rf"(?:ich )?bin (?:(?:gleich|schon|jetzt|auch|wieder|in {_MINUTES}) )*(?:da|dran|dabei|hier"
    rf"|zuruck"
    r"|drin|unterwegs|dafur)",
    rf"(?:gleich|in {_MINUTES}) (?:wieder )?(?:da|zuruck|dran)",
    r"(?:ich )?(?:schaue?|schau|gucke?)(?: (?:mal|gerade|grad|kurz|jetzt|mit|rein|nach|ich|mir"
    r"|das|es"
    r"|an|drauf|zu))*|viel (?:erfolg|gluck)|gesehen|gelesen|dafur|einverstanden",
    r"plus one (?:fur|von|zu) (?:den|die|das|mir|diesen|dem)(?: (?:plan|idee|vorschlag))?",
    # fr
    r"(?:je regarde|jarrive|je reviens|jy suis|je suis (?:dessus|la)|je rejoins)(?: (?:ca|cela"
    r"|le|la"
    rf"|les|tout de suite|maintenant|appel|graphes?|logs|dans {_MINUTES}))*",
    r"vu|bien (?:vu|note)|bon courage|bonne chance|daccord avec (?:ca|ce plan|le plan)",
    r"plus one (?:pour|sur|a) (?:ca|moi|(?:ce|le|cette|lidee) ?(?:plan|idee)?)",
    # es
    r"(?:ya |ahora |lo |estoy )*(?:mirando|mirandolo|miro|viendo|viendolo)(?: (?:lo|la|esto|eso"
    r"|ahora))*"
    r"|(?:ya )?estoy (?:en ello|en eso|aqui|en camino)|voy(?: para alla| ahora)?",
    rf"vuelvo(?: (?:en {_MINUTES}|ahora|enseguida))?|visto|leido|enterad[oa]|recibido"
    r"|(?:buena )?suerte|a favor|de acuerdo con (?:el|este|ese) plan",
    r"plus one (?:al?|por|para) (?:(?:el|la|este|ese|esa|mi) ?)?(?:plan|idea|parte|eso|esto)?",
    # pt
    r"(?:ja |to |estou |vou )*(?:vejo|vendo|olhando|olho|dar uma olhada)(?: (?:isso|isto|agora"
    r"|aqui))*"
    r"|(?:ja )?(?:estou|to) (?:nisso|aqui|a caminho)",
    rf"(?:ja )?volto(?: (?:em {_MINUTES}|ja|logo))?|visto|lido|ciente|recebido|boa sorte|a favor"
    r"|concordo(?: com (?:o plano|isso|isto))?",
    r"plus one (?:pro|para o|ao|no|pra|por) (?:plano|ideia|mim|isso)",
    # ja
    r"(?:今|いま|ただいま|現在)?(?:確認|調査|対応|監視)(?:中です|中|して(?:い)?ます|します)"
    r"|(?:今|いま)?見(?:て(?:い)?ます|ます|ました|てみます)",
    r"(?:\d{1,2} ?分(?:後|ほど|くらい)?|すぐ)(?:に|で)?(?:戻ります|戻る|行きます|入ります"
    r"|参加します)",
    r"(?:plus one|賛成|同意|把握)(?: ?(?:です|します|しました))?|異議(?:なし|ありません)"
    r"|(?:頑張|がんば)って(?:ください)?",
)
_IN_PASSING = re.compile("|".join(f"(?:{one})" for one in _PATTERNS))


def is_in_passing(clause: str) -> bool:
    """Whether a clause is one of these as a whole.

    Args:
        clause: In lower case, without accents and marks, "+1" in words.
    """
    return _IN_PASSING.fullmatch(clause) is not None
