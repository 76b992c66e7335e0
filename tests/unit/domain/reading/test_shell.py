"""The shell reader: simple commands, in order, with what is known of their words and input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.reading.commands.shell import read_script


def commands(text: str) -> list[list[str]]:
    return [[w.text for w in c.words] for c in read_script(text).commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b c", [["a", "b", "c"]]),
        ("a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]),
        ("a; b && c || d & e", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        ("if a; then b; else c; fi", [["a"], ["b"], ["c"]]),
        ("while a; do b; done", [["a"], ["b"]]),
        ("f() { a; }; f", [["a"], ["f"]]),
        ("a $(b c)", [["b", "c"], ["a", "$(b c)"]]),
        ("a <(b)", [["b"], ["a", "<(b)"]]),
        ("a # b", [["a"]]),
        ("a \\\n b", [["a", "b"]]),
        ("(a; { b; })", [["a"], ["b"]]),
        ("X=1 a", [["a"]]),
        ("a 2>&1 > f", [["a"]]),
        ("case x in y) a;; esac", [["a"]]),
    ],
)
def test_simple_commands_are_found_in_order(text: str, expected: list[list[str]]) -> None:
    """Whatever structure they stand in; a substitution is among them too."""
    assert sorted(commands(text)) == sorted(expected)


def test_variables_with_a_known_value_are_put_in() -> None:
    """Assigned once, known from there on; else the word is not static."""
    script = read_script("A=x; b $A ${A} $B")
    known = script.commands[-1].words
    assert [w.text for w in known] == ["b", "x", "x", "$B"]
    assert [w.static for w in known] == [True, True, True, False]


def test_what_a_command_reads_is_known_where_it_is_plain() -> None:
    """Heredoc, here-string and a printed text; anything else is only known to be there."""
    assert read_script("a <<E\nb\nE").commands[0].stdin == "b\n"
    assert read_script("a <<< 'b c'").commands[0].stdin == "b c"
    assert read_script("echo b | a").commands[1].stdin == "b"
    piped = read_script("x | a").commands[1]
    assert piped.stdin is None
    assert piped.fed


def test_files_that_are_written_are_named() -> None:
    """Output redirections, not descriptors."""
    assert read_script("a > f 2>&1").commands[0].writes == ("f",)
    assert read_script("cat <<E > f\nb\nE").commands[0].writes == ("f",)


def test_a_pattern_is_no_literal() -> None:
    """An unquoted glob, brace or tilde is told from the same text in quotes."""
    bare, quoted = read_script("rm * '*'").commands[0].words[1:]
    assert bare.pattern
    assert not quoted.pattern


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6))
@settings(max_examples=300, deadline=None)
def test_quoted_words_come_out_as_they_went_in(words: list[str]) -> None:
    """Whatever characters they are made of, of any script and plane."""
    quoted = " ".join("'" + w.replace("'", "'\\''") + "'" for w in ["run", *words])
    (command,) = read_script(quoted).commands
    expected = [w.replace("\r\n", "\n") for w in ["run", *words]]
    assert [w.text for w in command.words] == expected


@given(st.text(max_size=60))
@settings(max_examples=1_000, deadline=None)
def test_no_text_is_a_danger_to_the_parser(text: str) -> None:
    """Characters beyond one byte never reach its scanner."""
    assert read_script(text).commands is not None


def test_nesting_has_an_end() -> None:
    """Deep nesting is reported, not followed."""
    assert read_script("{ " * 300 + "a" + "; }" * 300).too_deep
    assert read_script("(" * 5_000).too_deep
