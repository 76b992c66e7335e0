"""Plans in other languages as people write them on call, and what was done, asked or left out."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()
PLANNED = [
    ("ich berechne die Statistiken neu", "analyze"),
    ("berechne den Index jetzt neu", "rebuild"),
    ("setze die Läufe zurück, damit sie noch einmal durchlaufen", "retry"),
    ("ich setze die Runs der letzten zwei Tage zurück", "reset"),
    ("bajo el búfer de 60 a 15", "lower"),
    ("subo el pool de conexiones de 20 a 50", "raise"),
    ("subo el límite a 400", "raise"),
    ("vacío la tabla de bloqueos", "purge"),
    ("vacío trade_locks", "purge"),
    ("je bascule le primaire sur le secours", "failover"),
    ("bascule vers le standby", "failover"),
    ("je passe le pool à 40", "set"),
    ("je passe à la version 3.2", "upgrade"),
    ("vou subir o limite para 400", "raise"),
    ("vou reiniciar os pods", "restart"),
    ("vou subir o serviço para 80 tarefas", "scale_up"),
    ("subo los workers a 12", "raise"),
    ("キャッシュを削除しています", "delete"),
    ("ブローカーを再起動しています", "restart"),
    ("これからブローカーを再起動します", "restart"),
    ("キューをパージ中です", "purge"),
    ("フェイルオーバーを実行しています", "failover"),
    ("modo de bloqueo activado ya mismo", "enable"),
    ("réplica promovida ahora mismo", "promote"),
    ("caché vaciada ahora", "purge"),
    ("Cache wird jetzt geleert", "purge"),
    ("alle Sessions werden gleich beendet", "stop"),
    ("Queue ab sofort pausiert", "pause"),
    ("Wartungsmodus jetzt aktiviert", "enable"),
    ("nehme den Knoten aus dem Pool", "detach"),
    ("hänge den Knoten wieder in den Pool", "attach"),
    ("drehe das Timeout auf 5 s runter", "lower"),
    ("ziehe das Zertifikat zurück", "revoke"),
    ("spiele das Backup von heute Nacht zurück", "restore"),
    ("schiebe die alten Nachrichten wieder in die Queue", "replay"),
    ("lasse den Job noch einmal laufen", "retry"),
    ("kappe alle Verbindungen zur Datenbank", "kill"),
    ("werfe die alten Partitionen weg", "delete"),
    ("mache die Datenbank schreibgeschützt", "set"),
    ("stelle auf nur lesen um", "set"),
    ("gebe den Port für alle frei", "allow"),
    ("dreht den Hahn auf 10 % zu", "lower"),
    ("rolle die 4.2 auf alle Geräte aus", "deploy"),
    ("quito el nodo del clúster", "detach"),
    ("tiro la tabla vieja", "drop"),
    ("borro los snapshots antiguos", "delete"),
    ("echo abajo el servicio", "stop"),
    ("apago los nodos de lectura", "stop"),
    ("vuelvo a lanzar el batch", "retry"),
    ("relanzo el job de facturación", "retry"),
    ("paso todo el tráfico al nuevo", "reroute"),
    ("muevo el tráfico al nuevo clúster", "reroute"),
    ("doy permisos de admin al bot", "grant"),
    ("abro el puerto 22 a todo el mundo", "allow"),
    ("cambio la clave de firma", "rotate"),
    ("restauro la copia de anoche", "restore"),
    ("desactivo las alertas", "disable"),
    ("reindexo los productos", "reindex"),
    ("amplío el disco a 2 TB", "extend"),
    ("conmuto a la réplica", "failover"),
    ("hago failover a la réplica", "failover"),
    ("je coupe le service", "stop"),
    ("je vide la file", "purge"),
    ("je relance le batch", "retry"),
    ("je remets les messages dans la file", "replay"),
    ("je supprime les vieux snapshots", "delete"),
    ("je monte le pool à 40", "raise"),
    ("je baisse le délai à 5 s", "lower"),
    ("je sors le nœud du pool", "detach"),
    ("je redirige tout le trafic vers le nouveau", "reroute"),
    ("j'ouvre le port 22 à tout le monde", "allow"),
    ("je restaure la sauvegarde d'hier", "restore"),
    ("je réindexe le catalogue", "reindex"),
    ("je désactive les alertes", "disable"),
    ("on redémarre les brokers", "restart"),
    ("je tue les sessions bloquées", "kill"),
    ("je fais tourner la clé", "rotate"),
    ("je force la bascule", "failover"),
    ("derrubo o serviço", "stop"),
    ("apago os snapshots antigos", "delete"),
    ("rodo o batch de novo", "retry"),
    ("mudo o tráfego para o novo cluster", "reroute"),
    ("tiro o nó do cluster", "detach"),
    ("baixo o timeout para 5 s", "lower"),
    ("aumento o pool para 40", "raise"),
    ("restauro o backup de ontem", "restore"),
    ("desligo os alertas", "disable"),
    ("libero a porta 22 para todos", "allow"),
    ("troco a chave de assinatura", "rotate"),
    ("promovo a réplica", "promote"),
    ("mato as sessões travadas", "kill"),
    ("reprocesso as mensagens", "replay"),
    ("古いスナップショットを消します", "delete"),
    ("キューを空にします", "purge"),
    ("ノードをクラスタから外します", "detach"),
    ("レプリカを昇格させます", "promote"),
    ("上限を40に引き上げます", "raise"),
    ("タイムアウトを5秒に短縮します", "lower"),
    ("アラートを無効にします", "disable"),
    ("バックアップから復元します", "restore"),
    ("全トラフィックを新バージョンに切り替えます", "reroute"),
    ("鍵をローテーションします", "rotate"),
    ("ジョブを再実行します", "retry"),
    ("メッセージを再送します", "replay"),
]
NOT_PLANNED = [
    ("im September wurde der Index komplett geleert und neu importiert", "import"),
    ("gestern haben wir die Queue geleert und den Broker neu gestartet", "restart"),
    ("la cola fue vaciada y reimportada en septiembre", "purge"),
    ("el índice fue borrado y reconstruido en mayo", "rebuild"),
    ("le cache a été vidé puis reconstruit en mai", "rebuild"),
    ("a fila foi esvaziada e reimportada em maio", "purge"),
    ("10月に本番でフェイルオーバーが実行され、スコアが失われました", "failover"),
    ("先月キューがパージされ、注文が消えました", "purge"),
    ("再起動されていました", "restart"),
    ("キャッシュは削除しません", "delete"),
    ("ブローカーは再起動しないでください", "restart"),
    ("再起動しますか？", "restart"),
    ("wir leeren die Queue nicht", "purge"),
    ("no reinicio el broker", "restart"),
    ("je ne vide pas la file", "purge"),
    ("não vou reiniciar os pods", "restart"),
    ("El reinicio de mayo duró dos horas", "restart"),
    ("Der Failover im Mai hat zwei Stunden gedauert", "failover"),
    ("la bascule d'avril a coûté deux heures", "failover"),
    ("modo de bloqueo ya estaba activado", "enable"),
    ("El modo fue activado ayer", "enable"),
]


def planned(text: str) -> set[str]:
    """The kinds of everything that a text announces."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return {kind for f in frames if f.mode is Mode.PLANNED for kind in f.kinds}


@pytest.mark.parametrize(("text", "kind"), PLANNED)
def test_what_somebody_does_now_is_planned(text: str, kind: str) -> None:
    """First person, passive with "now", progressive, participle behind its noun."""
    assert kind in planned(text)


@pytest.mark.parametrize(("text", "kind"), NOT_PLANNED)
def test_what_was_done_asked_or_left_out_is_not(text: str, kind: str) -> None:
    """A told participle tells of what "and" joins to it; a continuative form takes the last one."""
    assert kind not in planned(text)
