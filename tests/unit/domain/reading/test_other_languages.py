"""Twenty common actions and their opposites in German, Spanish, French, Portuguese, Japanese."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon
from tests.unit.domain.reading.plans import planned


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ich starte die ledger-core Pods alle auf einmal neu", "restart"),
        ("Wir booten die drei Broker jetzt durch", "restart"),
        ("Ich halte ledger-core für die Nacht an", "stop"),
        ("Ich nehme ledger-3 kurz vom Netz", "detach"),
        ("ledger-3 fliegt jetzt aus dem Loadbalancer", "detach"),
        ("Die alten Snapshots von ledger-db werfe ich heute weg", "delete"),
        ("Ich droppe die Spalte iban_old in ledger-db", "drop"),
        ("Ich leere den Cache von ledger-redis", "purge"),
        ("Ich fahre ledger-core auf zwei Pods herunter", "scale_down"),
        ("Ich stocke die Worker auf 20 auf", "scale_up"),
        ("Das Timeout hebe ich von 5 auf 60 Sekunden an", "raise"),
        ("Die Aufbewahrung kürze ich von 30 auf 7 Tage", "lower"),
        ("Ich rolle ledger-core auf 4.1.9 zurück", "rollback"),
        ("Version 4.2.0 geht gleich in Produktion", "deploy"),
        ("Ich schwenke ledger-db jetzt auf den Standby", "failover"),
        ("Mache jetzt einen Failover von ledger-db", "failover"),
        ("ledger-db bekommt heute Abend Postgres 16", "upgrade"),
        ("Ich spiele das Backup von gestern Nacht in ledger-db ein", "restore"),
        ("Ich schalte new-ledger für alle Mandanten frei", "enable"),
        ("Die Betrugsprüfung schalte ich für eine Stunde ab", "disable"),
        ("Ich tausche den Signaturschlüssel der Webhooks aus", "rotate"),
        ("Den Auszahlungsjob werfe ich von Hand an", "run"),
        ("Ich stoße den Rechnungslauf manuell an", "run"),
        ("Ich spiele alle Nachrichten ab Mitternacht noch einmal ein", "replay"),
        ("Ich baue den Suchindex komplett neu auf", "reindex"),
        ("Ich räume node ledger-7 für den Kernel-Patch leer", "drain"),
        ("Ich setze maxmemory-policy auf noeviction", "set"),
        ("Den ganzen Traffic leite ich nach Frankfurt um", "reroute"),
        ("Ich sperre das gesamte ASN am Edge", "block"),
        ("Ich schieße alle Sessions auf ledger-db ab", "kill"),
        ("Den Consumer pausiere ich bis morgen", "pause"),
        ("Ich entziehe ci-bot die Adminrechte", "revoke"),
        ("ci-bot bekommt Adminrechte auf das Projekt", "grant"),
        ("Ich lasse die Migration 0042 auf ledger-db los", "run"),
        ("Ich breche den Terraform-Lock auf", "unlock"),
        ("Reinicio todos los pods de ledger-core a la vez", "restart"),
        ("Voy a reiniciar ledger-core en producción", "restart"),
        ("Estoy reiniciando los tres brokers", "restart"),
        ("Le doy un reinicio a ledger-core", "restart"),
        ("Apago ledger-core hasta mañana", "stop"),
        ("Tumbo ledger-core un rato", "stop"),
        ("Borro los snapshots viejos de ledger-db", "delete"),
        ("Elimino la columna iban_old de accounts", "delete"),
        ("Vacío la cola billing entera", "purge"),
        ("Limpio la caché de ledger-redis", "purge"),
        ("Dejo ledger-core en dos réplicas", "scale_down"),
        ("Subo los workers a 20", "scale_up"),
        ("Subo el timeout de 5 a 60 segundos", "raise"),
        ("Recorto la retención de 30 a 7 días", "lower"),
        ("Vuelvo ledger-core a la 4.1.9", "rollback"),
        ("Despliego la 4.2.0 a todas las regiones", "deploy"),
        ("Mando la 4.2.0 a producción ya", "deploy"),
        ("Hago failover de ledger-db al standby", "failover"),
        ("Conmuto ledger-db al nodo de Dublín", "failover"),
        ("Paso ledger-db de Postgres 14 a 16", "upgrade"),
        ("Restauro la copia de anoche sobre ledger-db", "restore"),
        ("Activo new-ledger para todos los clientes", "enable"),
        ("Quito la comprobación de fraude durante una hora", "disable"),
        ("Cambio la clave de firma de los webhooks", "rotate"),
        ("Lanzo a mano el job de pagos, el de las 06:00 no salió", "run"),
        ("Reproceso todos los mensajes desde medianoche", "replay"),
        ("mando todo el tráfico a Fráncfort", "reroute"),
        ("Bloqueo todo el ASN en el edge", "block"),
        ("Mato todas las sesiones de ledger-db", "kill"),
        ("Pongo el consumidor en pausa", "pause"),
        ("Le quito los permisos de admin a ci-bot", "revoke"),
        ("Pongo maxmemory-policy en noeviction", "set"),
        ("Vacío el nodo ledger-7 para el parche del kernel", "drain"),
        ("Je redémarre tous les pods de ledger-core d'un coup", "restart"),
        ("Redémarrage de ledger-core dans cinq minutes", "restart"),
        ("Je relance les trois brokers", "restart"),
        ("J'arrête ledger-core pour la nuit", "stop"),
        ("Je coupe ledger-core jusqu'à demain", "stop"),
        ("Je supprime les vieux snapshots de ledger-db", "delete"),
        ("Je vire la colonne iban_old de accounts", "drop"),
        ("Je vide la file billing", "purge"),
        ("Je purge le cache de ledger-redis", "purge"),
        ("Je descends ledger-core à deux pods", "scale_down"),
        ("Je passe les workers à 20", "scale_up"),
        ("Je monte le timeout de 5 à 60 secondes", "raise"),
        ("Je réduis la rétention de 30 à 7 jours", "lower"),
        ("Je reviens à la 4.1.9 sur ledger-core", "rollback"),
        ("Je déploie la 4.2.0 partout", "deploy"),
        ("La 4.2.0 part en prod maintenant", "deploy"),
        ("Je bascule ledger-db sur le standby", "failover"),
        ("Je passe ledger-db de Postgres 14 à 16", "upgrade"),
        ("Je restaure la sauvegarde de cette nuit sur ledger-db", "restore"),
        ("J'active new-ledger pour tous les clients", "enable"),
        ("Je désactive le contrôle de fraude pendant une heure", "disable"),
        ("Je change la clé de signature des webhooks", "rotate"),
        ("Je lance le job de paiement à la main", "run"),
        ("Je rejoue tous les messages depuis minuit", "replay"),
        ("J'envoie tout le trafic vers Francfort", "reroute"),
        ("Je bloque tout l'ASN en bordure", "block"),
        ("Je tue toutes les sessions de ledger-db", "kill"),
        ("Je mets le consommateur en pause", "pause"),
        ("Je retire les droits admin à ci-bot", "revoke"),
        ("Je mets maxmemory-policy à noeviction", "set"),
        ("Je vide le nœud ledger-7 pour le patch noyau", "drain"),
        ("Reinicio todos os pods do ledger-core de uma vez", "restart"),
        ("Vou reiniciar o ledger-core em produção", "restart"),
        ("Estou reiniciando os três brokers", "restart"),
        ("Vou dar um restart no ledger-core", "restart"),
        ("Desligo o ledger-core até amanhã", "stop"),
        ("Vou tirar o ledger-core do ar por uma hora", "stop"),
        ("Apago os snapshots velhos do ledger-db", "delete"),
        ("Vou dropar a coluna iban_old de accounts", "delete"),
        ("Esvazio a fila billing inteira", "purge"),
        ("Limpo o cache do ledger-redis", "purge"),
        ("Deixo o ledger-core com duas réplicas", "scale_down"),
        ("Subo os workers para 20", "scale_up"),
        ("Aumento o timeout de 5 para 60 segundos", "raise"),
        ("Reduzo a retenção de 30 para 7 dias", "lower"),
        ("Volto o ledger-core para a 4.1.9", "rollback"),
        ("Subo a 4.2.0 em produção agora", "deploy"),
        ("Faço o failover do ledger-db para o standby", "failover"),
        ("Atualizo o ledger-db do Postgres 14 para o 16", "upgrade"),
        ("Restauro o backup de ontem à noite no ledger-db", "restore"),
        ("Ligo o new-ledger para todos os clientes", "enable"),
        ("Desligo a checagem de fraude por uma hora", "disable"),
        ("Troco a chave de assinatura dos webhooks", "rotate"),
        ("Rodo o job de pagamentos na mão", "run"),
        ("Reprocesso todas as mensagens desde a meia-noite", "replay"),
        ("Mando todo o tráfego para Frankfurt", "reroute"),
        ("Bloqueio o ASN inteiro na borda", "block"),
        ("Mato todas as sessões do ledger-db", "kill"),
        ("Pauso o consumidor", "pause"),
        ("Tiro as permissões de admin do ci-bot", "revoke"),
        ("Coloco maxmemory-policy em noeviction", "set"),
        ("Esvazio o nó ledger-7 para o patch do kernel", "drain"),
        ("ledger-core のポッドを全部まとめて再起動します", "restart"),
        ("確認したうえで、ledger-core を再起動する", "restart"),
        ("ledger-core、今から再起動かけます", "restart"),
        ("ledger-core を朝まで止めます", "stop"),
        ("古いスナップショットを削除します", "delete"),
        ("accounts の iban_old 列を落とします", "drop"),
        ("billing キューを空にします", "purge"),
        ("ledger-redis のキャッシュを全消しします", "purge"),
        ("ledger-core を2台に減らします", "scale_down"),
        ("ワーカーを20台に増やします", "scale_up"),
        ("タイムアウトを5秒から60秒に延ばします", "raise"),
        ("保持期間を30日から7日に短縮します", "lower"),
        ("ledger-core を4.1.9に戻します", "rollback"),
        ("4.2.0を本番に出します", "deploy"),
        ("ledger-db をスタンバイにフェイルオーバーします", "failover"),
        ("ledger-db の主系を切り替えます", "failover"),
        ("ledger-db を Postgres 16 に上げます", "upgrade"),
        ("昨夜のバックアップを ledger-db に戻します", "restore"),
        ("new-ledger を全テナントで有効にします", "enable"),
        ("不正チェックを1時間切ります", "disable"),
        ("Webhookの署名鍵を入れ替えます", "rotate"),
        ("支払いジョブを手動で流します", "run"),
        ("0時以降のメッセージを全部流し直します", "replay"),
        ("全トラフィックをフランクフルトに向けます", "reroute"),
        ("全部のCookieをオリジンに転送する設定に変更します", "reroute"),
        ("ASN全体をエッジで遮断します", "block"),
        ("ledger-db のセッションを全部切断します", "kill"),
        ("コンシューマーを一時停止します", "pause"),
        ("ci-bot の管理者権限を剥奪します", "revoke"),
        ("maxmemory-policy を noeviction に設定します", "set"),
        ("ledger-7 ノードからポッドを退避させます", "drain"),
        ("先ほど落ちたので、これから ledger-core を再起動します", "restart"),
    ],
)
def test_common_actions_are_read(text: str, kind: str) -> None:
    """Verbs at the end, separable ones, first persons, gerunds, nouns."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die Drain-Zeit bleibt bei 15 Minuten, ich kürze da nichts",
        "Kein Neustart heute von ledger-core",
        "Ich starte ledger-core heute nicht neu",
        "Wir lassen die Retention so, wie sie ist, und kürzen nichts",
        "Ich habe ledger-core neu gestartet",
        "ledger-core wurde um 12 Uhr neu gestartet",
        "Soll ich ledger-core neu starten?",
        "Man könnte ledger-core mal neu starten",
        "Ich schaue mir die Restarts von ledger-core an",
        "Hoy no reiniciamos los pods de ledger-core",
        "La retención se queda en 30 días, no toco nada",
        "Reinicié ledger-core ayer por la noche",
        "Ya hemos reiniciado ledger-core",
        "¿Reinicio ledger-core?",
        "Quizás habría que reiniciar ledger-core",
        "Miro los reinicios de ledger-core",
        "On ne redémarre pas ledger-core aujourd'hui",
        "La rétention reste à 30 jours, je ne touche à rien",
        "J'ai redémarré ledger-core hier soir",
        "On redémarre ledger-core ?",
        "Il faudrait peut-être redémarrer ledger-core",
        "Je regarde les redémarrages de ledger-core",
        "Hoje não vamos reiniciar o ledger-core",
        "A retenção continua em 30 dias, não mexo em nada",
        "Reiniciei o ledger-core ontem à noite",
        "Posso reiniciar o ledger-core?",
        "Talvez fosse bom reiniciar o ledger-core",
        "Estou olhando os restarts do ledger-core",
        "今日は ledger-core を再起動しません",
        "保持期間は30日のままにします",
        "ledger-core は先ほど再起動しました",
        "ledger-core を再起動してもいいですか？",
        "ledger-core を再起動したら直るかもしれません",
        "ledger-core の再起動回数を確認します",
    ],
)
def test_what_is_not_done_or_only_looked_at_is_not_planned(text: str) -> None:
    """Negated, left as it is, done, asked, imagined, looked at."""
    assert not planned(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Starte jetzt den Failover von mail-db", "failover"),
        ("Lanzo un backfill de los cobros", "backfill"),
        ("Ich spiegele den Bucket nach Dublin", "sync"),
    ],
)
def test_an_english_noun_says_what_a_foreign_verb_carries(text: str, kind: str) -> None:
    """Half of the words of the trade are English everywhere."""
    assert kind in planned(text)


@pytest.mark.parametrize("text", ["Force a replica set resize", "no restart of a replica"])
def test_english_articles_are_no_sign_of_another_language(text: str) -> None:
    """The words "a" and "no" speak for another language only beside others."""
    assert "sync" not in planned(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ich mache die Replik in Köln jetzt zum Primary", "promote"),
        ("Ich hebe die Pause der Exporte auf", "resume"),
        ("je relance le traitement de tous les événements de mardi", "replay"),
        ("la función queda activada para todos los clientes", "enable"),
        ("o recurso fica ligado para todos os clientes", "enable"),
    ],
)
def test_what_becomes_of_something_is_its_action(text: str, kind: str) -> None:
    """A light verb with what it leads to: made the primary, switched on for everybody."""
    frames = read(ActionInput(InputForm.TEXT, text), load_lexicon()).frames
    assert kind in {k for f in frames if f.mode is Mode.PLANNED for k in f.kinds}


def test_what_goes_on_is_not_the_action() -> None:
    """A circumstance that stays as it is starts nothing."""
    text = "vou limpar o cache do nó agora, o consumo continua rodando"
    assert not {"run", "start"} & planned(text)
