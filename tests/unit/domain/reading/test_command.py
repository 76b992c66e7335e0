"""Command lines: through shell, wrappers and grammars to what they do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_reading import CommandReading
from bot.domain.reading.commands.command_text import command_head, looks_like_command
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def read(command: str | list[str]) -> CommandReading:
    return read_command(command, LEXICON)


def planned(command: str | list[str]) -> list[PlannedAction]:
    return [a for a in read(command).actions if a.mode is Mode.PLANNED]


@pytest.mark.parametrize(
    ("command", "kind", "target"),
    [
        ("kubectl -n pay rollout restart deployment pay-api", "restart", "pay-api"),
        ("kubectl rollout restart deploy/pay-api --context prod", "restart", "pay-api"),
        ("kubectl delete pod -l app=pay-api", "restart", "pay-api"),
        ("kubectl delete pod pay-api-6f7d8c9b5-x2x4z", "restart", "pay-api"),
        ("kubectl rollout undo deploy/pay-api", "rollback", "pay-api"),
        ("kubectl scale deploy/pay-api --replicas=0", "scale_down", "pay-api"),
        ("oc scale dc/pay-api --replicas=4", "scale", "pay-api"),
        ("kubectl drain node-7 --ignore-daemonsets", "drain", "node-7"),
        ("kubectl uncordon node/node-7", "uncordon", "node-7"),
        ('kubectl patch cronjob nightly -p \'{"spec":{"suspend":true}}\'', "pause", "nightly"),
        ('kubectl patch cronjob nightly -p \'{"spec":{"suspend":false}}\'', "resume", "nightly"),
        ("kubectl set image deploy/web web=r/web:1.2", "deploy", "web"),
        ("helm upgrade --install web ./chart", "upgrade", "web"),
        ("helm rollback web 41", "rollback", "web"),
        ("argocd app sync web --prune", "sync", "web"),
        ("flux suspend kustomization web", "pause", "web"),
        ("systemctl --no-pager restart web", "restart", "web"),
        ("service web stop", "stop", "web"),
        ("supervisorctl restart web", "restart", "web"),
        ("pkill -HUP web", "reload", "web"),
        ("kill -9 4711", "kill", "4711"),
        ("docker restart web", "restart", "web"),
        ("docker compose -f prod.yml restart web", "restart", "web"),
        ("nomad job scale web api 4", "scale", "web"),
        ("nomad node drain -enable n1", "drain", "n1"),
        ("aws rds reboot-db-instance --db-instance-identifier web-db", "restart", "web-db"),
        ("aws rds failover-db-cluster --db-cluster-identifier web-db", "failover", "web-db"),
        ("aws ecs update-service --service web --force-new-deployment", "restart", "web"),
        ("aws sqs purge-queue --queue-url https://q/web", "purge", "https://q/web"),
        ("aws ec2 terminate-instances --instance-ids i-1", "delete", "i-1"),
        ("gcloud sql instances failover web-db", "failover", "web-db"),
        ("gcloud sql instances restart web-db", "restart", "web-db"),
        ("az webapp restart --name web", "restart", "web"),
        ("heroku ps:restart -a web", "restart", "web"),
        ("fly scale count 3 -a web", "scale", "web"),
        ("terraform destroy -target=module.web -auto-approve", "delete", "module.web"),
        ("terraform apply -destroy -auto-approve", "delete", None),
        ("ansible-playbook rollback.yml -l web", "rollback", "web"),
        ("ansible-playbook dns_change.yml -l web", "run", "web"),
        ("gcloud storage buckets update gs://web --clear-lifecycle", "clear", "gs://web"),
        ("aws rds modify-db-instance --db-instance-identifier w --disable-x", "disable", "w"),
        ("patronictl switchover web-db --force", "failover", "web-db"),
        ("nodetool decommission", "decommission", None),
        ("redis-cli -h cache.prod FLUSHALL", "flush", "cache.prod"),
        ("redis-cli SENTINEL failover cache", "failover", "cache"),
        ("kafka-topics.sh --bootstrap-server k:9092 --delete --topic orders", "delete", "orders"),
        (
            "kafka-consumer-groups --bootstrap-server k:9 --group g --topic t --reset-offsets"
            " --to-earliest --execute",
            "replay",
            "g",
        ),
        ("rabbitmqctl purge_queue invoices", "purge", "invoices"),
        ("nats stream purge ORDERS -f", "purge", "ORDERS"),
        ("celery -A shop purge -f", "purge", "shop"),
        ("airflow dags pause nightly", "pause", "nightly"),
        ("etcdctl move-leader abc", "failover", None),
        ("vault secrets disable kv/", "disable", "kv/"),
        ("consul kv delete -recurse service/web", "delete", None),
        ("certbot revoke --cert-name web.example", "revoke", "web.example"),
        ("nginx -s reload", "reload", None),
        ("iptables -F", "flush", None),
        ("ufw disable", "disable", None),
        ("git push --force origin main", "push", "main"),
        ("gh workflow run deploy.yml -R org/web", "run", "org/web"),
        ("rm -rf /var/lib/web", "delete", "/var/lib/web"),
        ("zfs destroy -r tank/web", "delete", "tank/web"),
        ("ceph osd out 12", "drain", "12"),
        ("alembic downgrade -1", "rollback", None),
        ("python manage.py migrate", "migrate", None),
        ("bin/rails db:drop", "drop", None),
        ("reboot", "restart", None),
        ("sysctl -w vm.swappiness=1", "set", None),
        # Unknown tools: a verb among the words, in the name, in a flag.
        ("acme-ctl restart payments", "restart", "payments"),
        ("acme-ctl payments restart", "restart", "payments"),
        ("./flush-cache.sh web", "flush", "web"),
        ("make deploy-prod", "deploy", None),
        ("acmectl --restart --service web", "restart", "web"),
        ("acme queue:purge invoices", "purge", "invoices"),
        # Through wrappers.
        ("sudo -u root systemctl restart web", "restart", "web"),
        ("env A=1 B=2 nohup nice -n 5 systemctl restart web &", "restart", "web"),
        ("timeout -k 5 30s systemctl restart web", "restart", "web"),
        ("bash -lc 'systemctl restart web'", "restart", "web"),
        ("su - postgres -c 'pg_ctl promote -D /data'", "promote", None),
        ("ssh -i key root@db1.prod 'sudo systemctl restart web'", "restart", "web"),
        ("ssh db1.prod sudo reboot", "restart", "db1.prod"),
        ("echo web | xargs systemctl restart", "restart", None),
        ("find /data -name '*.log' -exec rm -f {} +", "delete", "/data"),
        ("kubectl exec -it db-0 -- systemctl restart web", "restart", "web"),
        ("docker exec web sh -c 'nginx -s reload'", "reload", "web"),
        ("ansible web -b -m shell -a 'systemctl restart nginx'", "restart", "nginx"),
        ("ansible web -m service -a 'name=nginx state=stopped'", "stop", "nginx"),
        ("salt 'web*' service.restart nginx", "restart", "nginx"),
        ("tmux new-session -d 'x'; systemctl restart web", "restart", "web"),
        ("eval 'systemctl restart web'", "restart", "web"),
        ("bash <<EOF\nsystemctl restart web\nEOF", "restart", "web"),
        ("cat <<'EOF' | ssh db1 bash\nsystemctl restart web\nEOF", "restart", "web"),
        ("echo 'systemctl restart web' | sh", "restart", "web"),
        ("for h in a b; do ssh $h systemctl restart web; done", "restart", "web"),
        ("X=restart; systemctl $X web", "restart", "web"),
        ("alias k=kubectl; k rollout restart deploy/web", "restart", "web"),
        ("true && (cd /x && systemctl restart web)", "restart", "web"),
        ("sudo -iu postgres pg_ctl promote", "promote", None),
        ("parallel-ssh -H 'a.prod b.prod' -p 3 -i 'sudo reboot'", "restart", "a.prod"),
        ("jq .a=1 /etc/web.json | sponge /etc/web.json", "set", "/etc/web.json"),
        ("ssh db1 'bash -s' < failover.sh", "failover", "db1"),
        ("mongosh --host db --eval 'db.orders.drop()'", "drop", "db"),
        ("echo 'disable server be/w1' | socat stdio /run/haproxy.sock", "disable", "stdio"),
        ("echo flush_all | nc cache 11211", "flush", "cache"),
        ("mysql -h db shop < restore_dump.sql", "restore", "db"),
        ("zcat dump.sql.gz | mysql -h db shop", "restore", "db"),
        ("npm run deploy:prod", "deploy", None),
        ("kubectl exec -n a web-0 --context=prod -c app -- nginx -s reload", "reload", "web-0"),
        ("docker run --rm img systemctl restart web", "restart", "web"),
        ("psql -h db -Atc 'drop table a'", "drop", "db"),
        ("acmectl config delete web", "delete", "web"),
        ("echo $(systemctl restart web)", "restart", "web"),
        ("root@db1:~# systemctl restart web", "restart", "web"),
        ("$ systemctl restart web", "restart", "web"),
        ("# systemctl restart web", "restart", "web"),
        ("systemctl \\\n  restart \\\n  web", "restart", "web"),
    ],
)
def test_what_a_command_does_is_read(command: str, kind: str, target: str | None) -> None:
    """Kind and target of the planned action, whatever the tool and its wrapping."""
    found = [(a.kind, a.target) for a in planned(command)]
    assert (kind, target) in found


@pytest.mark.parametrize(
    "command",
    [
        "kubectl get pods -n pay",
        "kubectl delete pod x --dry-run=server",
        "kubectl rollout status deploy/x",
        "helm upgrade x y --dry-run",
        "helm history x",
        "terraform plan -destroy",
        "terraform state list",
        "ansible-playbook site.yml --check",
        "systemctl status x",
        "systemctl --help",
        "rsync -n --delete a b",
        "make -n deploy",
        "aws rds describe-db-instances",
        "gcloud redis instances list",
        "redis-cli GET x",
        "psql -c 'select 1'",
        "psql -c 'explain delete from a'",
        "curl https://x.prod/health",
        "kafka-reassign-partitions --bootstrap-server k:9 --verify",
        "kafka-consumer-groups --bootstrap-server k:9 --group g --reset-offsets --to-latest",
        "pt-online-schema-change --alter 'drop column a' D=x,t=y --dry-run",
        "vault secrets list",
        "iptables -L -n",
        "e2fsck -n /dev/vg0/home",
        "nginx -t",
        "git log --oneline",
        "echo systemctl restart web",
        "printf 'kubectl delete pod x'",
        "grep -r 'systemctl restart' /etc",
        "cat > fix.sh <<EOF\nsystemctl restart web\nEOF",
        "# only a remark about systemctl restart",
        "man systemctl",
        "acme-ctl restart x --dry-run",
        "ssh web.prod 'tail -f /var/log/x'",
        "sed 's/a/b/' file",
        "tar -tzf x.tgz",
        "crontab -l",
        "ceph osd tree",
        "mongosh --host db --eval 'db.orders.find()'",
        "echo 'show stat' | socat stdio /run/haproxy.sock",
    ],
)
def test_looking_rehearsing_and_printing_plan_nothing(command: str) -> None:
    """Only the writing of a scratch file may remain, as an accompanying action."""
    assert not [a for a in planned(command) if a.main]
    assert not read(command).undetermined


@pytest.mark.parametrize(
    "command",
    [
        "$CMD web",
        'eval "$X"',
        "$(curl -s https://x/run)",
        "curl https://x/install.sh | bash",
        "echo c3lzdGVtY3Rs | base64 -d | sh",
        "bash <(curl https://x)",
        "source <(curl https://x)",
        'bash -c "$SCRIPT"',
        "`cat cmd` web",
        "$'\\x72\\x6d' -rf /",
        "python -c 'import os; os.system(\"x\")'",
        "/usr/bin/??stemctl restart web",
    ],
)
def test_a_program_that_cannot_be_known_is_undetermined(command: str) -> None:
    """Whatever decides only at run time what is run."""
    assert read(command).undetermined


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ("kubectl --context prod-eu -n stage delete pod x", "prod-eu"),
        ("RAILS_ENV=production rails db:migrate", "production"),
        ("export AWS_PROFILE=prod; aws ec2 reboot-instances --instance-ids i", "prod"),
        ("patronictl -c /etc/patroni/prod.yml failover x", "/etc/patroni/prod.yml"),
        ("ssh db1.prod reboot", "db1.prod"),
        ("curl -XDELETE https://es.prod:9200/x", "es.prod"),
        ("acme-ctl restart web --cluster main --env stage", "stage"),
        ("cd infra/live/prod && terraform destroy", "infra/live/prod"),
    ],
)
def test_hints_at_the_environment_are_strongest_first(command: str, first: str) -> None:
    """Flags before variables before hosts before files before namespaces."""
    assert read(command).environments[0] == first


def test_a_context_that_was_chosen_holds_for_what_follows() -> None:
    """`use-context prod` is the environment of the next commands."""
    reading = read("kubectl config use-context prod && kubectl delete ns shop")
    assert [(a.kind, a.environment) for a in reading.actions] == [("delete", "prod")]


@pytest.mark.parametrize(
    ("command", "name", "value"),
    [
        ("kubectl -n pay scale deploy/x --replicas 3", "replicas", "3"),
        ("kubectl -n pay scale deploy/x --replicas 3", "namespace", "pay"),
        ("kubectl drain n1 --force --grace-period=0", "force", "true"),
        ("helm upgrade x y --set a.b=2 --version 1.2", "version", "1.2"),
        ("helm upgrade x y --set a.b=2 --version 1.2", "a.b", "2"),
        ("kubectl set env deploy/x A=7", "A", "7"),
        ("psql -h db -c 'create index concurrently i on t (a)'", "concurrently", "true"),
        ("psql -h db -c 'delete from t'", "where", "none"),
        ("redis-cli config set maxmemory 1gb", "to", "1gb"),
        ("sed -i 's/workers = 8/workers = 2/' /etc/x.conf", "from", "8"),
        ("sed -i 's/workers = 8/workers = 2/' /etc/x.conf", "to", "2"),
        ("ansible-playbook x.yml -f 50", "forks", "50"),
        ("k6 run --vus 500 x.js", "vus", "500"),
        ("rollout-tool deploy web --max-unavailable=1", "max_unavailable", "1"),
        ("kafka-topics --alter --topic t --partitions 12", "partitions", "12"),
    ],
)
def test_parameters_that_tell_variants_apart_are_kept(command: str, name: str, value: str) -> None:
    """Counts, namespaces, images, switches and conditions."""
    assert any(a.parameters.get(name) == value for a in read(command).actions)


def test_a_list_of_words_is_not_expanded_by_a_shell() -> None:
    """Words handed over as a list are literal."""
    reading = read(["rm", "-rf", "$HOME; reboot"])
    assert [(a.kind, a.target) for a in reading.actions] == [("delete", None)]
    assert not reading.undetermined


def test_every_identifier_is_among_the_words() -> None:
    """Services are recognised by whatever names them."""
    words = read("kubectl -n pay set image deploy/pay-api api=registry/pay-api:6.9").words
    assert {"pay", "deploy/pay-api", "pay-api", "registry", "6.9"} <= set(words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kubectl delete pod x", True),
        ("sudo systemctl restart web", True),
        ("./run.sh --now", True),
        ("A=1 make deploy", True),
        ("terraform destroy -auto-approve", True),
        ("DROP TABLE payments;", True),
        ("reimage --hosts web[1-3] --yes", True),
        ("for h in a b; do reboot; done", True),
        ("make sure the pods are gone", False),
        ("kill the stuck queries please", False),
        ("watch the dashboards for a while", False),
        ("git is the truth now", False),
        ("find out what happened", False),
        ("service is down in prod", False),
        ("while we wait for the drain, then restart", False),
        ("while true; do reboot; done", True),
        ("restart payments-api in prod", False),
        ("time to restart the api", False),
        ("at 14:00 we will drain node 7", False),
        ("update the runbook", False),
        ("", False),
        ("   ", False),
    ],
)
def test_prose_is_not_taken_for_a_command(text: str, expected: bool) -> None:
    """A known tool is asked for first, and something that fits behind it."""
    assert looks_like_command(text, LEXICON.tools) is expected


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("kubectl drain node7 on gke, disks are full", "kubectl drain node7"),
        ("helm rollback web 3  # revision 3 = v2", "helm rollback web 3"),
        ("psql -c 'drop table a, b' in prod", "psql -c 'drop table a, b'"),
        ("reboot", "reboot"),
        (
            "kubectl exec web-0 -- nginx -s reload, as agreed",
            "kubectl exec web-0 -- nginx -s reload",
        ),
        ('psql -c "a \\"b\\" from c on d" in prod', 'psql -c "a \\"b\\" from c on d"'),
        ("aws s3 cp s3://a/b - | tar x", "aws s3 cp s3://a/b - | tar x"),
    ],
)
def test_the_prose_behind_a_command_is_told_apart(text: str, command: str) -> None:
    """The command ends where the sentence begins; quoted stretches stay whole."""
    head, rest = command_head(text, LEXICON.tools)
    assert head == command
    assert head + rest.strip() == text or text.startswith(head)


@given(st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_no_text_raises(text: str) -> None:
    """Whatever comes in, there is a reading."""
    assert isinstance(read(text), CommandReading)
    looks_like_command(text, LEXICON.tools)
    command_head(text, LEXICON.tools)


SHELLISH = st.lists(
    st.sampled_from(
        [
            "sudo", "kubectl", "delete", "'", '"', "$(", ")", "`", "|", "&&", ";", "\n", "<<EOF",
            "EOF", "bash", "-c", "ssh", "{", "}", "xargs", "find", "-exec", "eval", "$X", "=",
            "psql", "curl", "-d", '{"a":', "\\", "for", "do", "done", "sed", "-i", "s/a/b/", "--",
            "salt", "ansible", "-m", "sed -i", "redis-cli", "aws", "helm", "su", "env", "A=1",
        ]
    ),
    max_size=25,
)  # fmt: skip


@given(SHELLISH)
@settings(max_examples=300, deadline=None)
def test_no_pile_of_shell_pieces_raises(pieces: list[str]) -> None:
    """Unbalanced, half and nested: there is a reading, as text and as words."""
    assert isinstance(read(" ".join(pieces)), CommandReading)
    assert isinstance(read(pieces), CommandReading)


@given(st.sampled_from(["pay-api", "web", "orders_db", "x9"]))
def test_renaming_the_target_renames_only_the_target(name: str) -> None:
    """Nothing depends on what a service is called."""
    (action,) = read(f"kubectl rollout restart deploy/{name}").actions
    assert (action.kind, action.target) == ("restart", name)


def test_too_much_is_undetermined() -> None:
    """What is not read to its end may do anything."""
    assert read("echo x; " * 20_000).undetermined
    assert read("a | " * 10_000).undetermined
    assert read("(" * 5_000).undetermined


@pytest.mark.parametrize(
    ("command", "kind", "mode"),
    [
        ("bq query 'DELETE FROM shop.orders WHERE true'", "delete", Mode.PLANNED),
        ("bq query --dry_run 'DELETE FROM shop.orders WHERE true'", "delete", Mode.READ_ONLY),
        ("bq query 'SELECT 1 FROM shop.orders'", "inspect", Mode.READ_ONLY),
        ("curl 'http://solr:8983/admin/collections?action=RELOAD'", "reload", Mode.PLANNED),
        ("curl 'http://solr:8983/admin/collections?action=LIST'", "inspect", Mode.READ_ONLY),
        ("curl 'http://app:8080/jobs?op=delete&id=7'", "delete", Mode.PLANNED),
    ],
)
def test_what_is_handed_to_a_tool_or_asked_in_an_address_acts(
    command: str, kind: str, mode: Mode
) -> None:
    """SQL behind a subcommand, and a verb in the query of a GET."""
    action = read_command(command, LEXICON).actions[0]
    assert (action.kind, action.mode) == (kind, mode)
