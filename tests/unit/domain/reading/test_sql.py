"""SQL: the statement's kind, its objects, and what makes it a different action."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import Mode
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.tools.tool_grammar import load_tools

TOOLS = load_tools()


@pytest.mark.parametrize(
    ("sql", "kind", "named"),
    [
        ("DROP TABLE payments;", "drop", "payments"),
        ("drop index concurrently if exists idx_a", "drop", "idx_a"),
        ("TRUNCATE audit.events", "truncate", "audit.events"),
        ("DELETE FROM events WHERE at < now()", "delete", "events"),
        ("update users set plan = 'free'", "change", "users"),
        ("insert into a select * from b", "add", "a"),
        (
            "WITH gone AS (DELETE FROM a RETURNING *) INSERT INTO b SELECT * FROM gone",
            "delete",
            "a",
        ),
        ("WITH gone AS (DELETE FROM a RETURNING *) INSERT INTO b SELECT * FROM gone", "add", "b"),
        ("ALTER TABLE a DROP COLUMN b", "drop", "b"),
        ("ALTER TABLE a ADD CONSTRAINT fk FOREIGN KEY (b) REFERENCES c (id)", "alter", "fk"),
        ("ALTER TABLE a ON CLUSTER main DROP PARTITION 202607", "drop", "202607"),
        ("ALTER TABLE a DETACH PARTITION b", "detach", "b"),
        ("alter system set autovacuum = off", "disable", "autovacuum"),
        ("alter system set autovacuum = on", "enable", "autovacuum"),
        ("set global max_connections = 900", "set", "max_connections"),
        ("VACUUM (FULL, VERBOSE) public.postings", "vacuum", "public.postings"),
        ("reindex table orders", "reindex", "orders"),
        ("CREATE INDEX CONCURRENTLY i ON orders (a)", "create", "orders"),
        ("OPTIMIZE TABLE samples FINAL", "optimize", "samples"),
        ("select pg_terminate_backend(pid) from pg_stat_activity", "kill", "pg_terminate_backend"),
        ("KILL 4711", "kill", "4711"),
        ("grant all on a to b", "grant", "a"),
        ("purge binary logs before now()", "purge", "now"),
        ("EXPLAIN ANALYZE DELETE FROM a", "delete", "a"),
        ("lock table a in exclusive mode", "lock", "a"),
        ("REFRESH MATERIALIZED VIEW sums", "rebuild", "sums"),
        ("SYSTEM DROP REPLICA 'r1'", "drop", "r1"),
        ("DELETE FROM a WHERE ((", "delete", "a"),
    ],
)
def test_the_statement_and_what_it_names_are_read(sql: str, kind: str, named: str) -> None:
    """Kind and object, in any dialect, and also where the text is cut off."""
    actions = read_sql(sql, TOOLS)
    assert any(a.kind == kind and named in a.objects for a in actions)
    assert all(a.mode is Mode.PLANNED for a in actions if a.kind == kind)


@pytest.mark.parametrize(
    "sql",
    [
        "select * from a",
        "SELECT count(*) FROM a WHERE b = 'DROP TABLE x'",
        "EXPLAIN DELETE FROM a",
        "show max_connections",
        "\\d+ payments",
        "-- DROP TABLE a\nselect 1",
        "/* TRUNCATE a; */ select 1",
        "begin; select 1; commit",
    ],
)
def test_queries_plan_nothing(sql: str) -> None:
    """Neither strings nor comments act."""
    assert not [a for a in read_sql(sql, TOOLS) if a.mode is Mode.PLANNED]


def test_a_delete_says_whether_it_has_a_condition() -> None:
    """The condition of a subquery is not the statement's."""
    (bare,) = read_sql("DELETE FROM a USING (SELECT 1 FROM b WHERE c) x", TOOLS)
    (bound,) = read_sql("DELETE FROM a WHERE id IN (SELECT id FROM b)", TOOLS)
    assert bare.parameters["where"] == "none"
    assert bound.parameters["where"] != "none"


def test_settings_of_the_session_belong_to_the_statements_after_them() -> None:
    """`SET lock_timeout` makes the following ALTER another action; alone it is the action."""
    first, second = read_sql("SET lock_timeout = '1s'; ALTER TABLE a DROP COLUMN b", TOOLS)
    assert not first.main
    assert second.parameters["lock_timeout"] == "1s"
    (alone,) = read_sql("SET pool_mode = 'transaction'", TOOLS)
    assert alone.main
    assert alone.parameters["to"] == "transaction"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DROP TABLE payments", True),
        ("alter table a drop column b", True),
        ("select 1 from a", True),
        ("vacuum full a", True),
        ("update users set a = 1", True),
        ("\\dt", True),
        ("select the right node first", False),
        ("update the dashboards", False),
        ("delete pods in prod", False),
        ("set it to two", False),
        ("show me the graphs", False),
        ("restart payments", False),
        ("delete pods from node 7", False),
        ("DO not touch it", False),
        ("KILL 4711", True),
        ("drop table payments again tonight", False),
    ],
)
def test_sentences_are_not_taken_for_sql(text: str, expected: bool) -> None:
    """Capitals, a phrase of two words, or FROM, WHERE, SET, INTO."""
    assert looks_like_sql(text, TOOLS) is expected


PIECES = st.lists(
    st.sampled_from(
        "DELETE FROM a WHERE ( ) ' \" ; ALTER TABLE SET = , DROP -- /* $$ WITH AS SELECT EXPLAIN "
        r"ANALYZE \ ` ON".split()
    ),
    max_size=20,
)


@given(PIECES.map(" ".join) | st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_no_text_raises(sql: str) -> None:
    """Half statements and noise have a reading too."""
    assert isinstance(read_sql(sql, TOOLS), list)
    looks_like_sql(sql, TOOLS)
