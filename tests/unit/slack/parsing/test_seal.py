"""The seal changes with whatever a person could see, and with nothing that Slack adds by itself."""

import pytest

from bot.domain.reading.digest import digest_of
from bot.slack.parsing.seal import announced, seal_of


def message(text="cleaning up", **more):
    return {"type": "message", "ts": "1.1", "text": text, **more}


def section(text, **more):
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rm -rf ~/data", "rm -rf /data"),
        ("rm /data/*.tmp", "rm /data/.tmp"),
        ("scale to 1 0", "scale to 10"),
        ("run <https://good.example|the script>", "run <https://evil.example|the script>"),
    ],
)
def test_an_edit_in_blocks_alone_changes_the_seal(before, after):
    first, second = (message(blocks=[section(text)]) for text in (before, after))
    assert seal_of(first) != seal_of(second)


@pytest.mark.parametrize(
    "more",
    [
        {"attachments": [{"text": "and delete it"}]},
        {"attachments": [{"footer": "and delete it"}]},
        {"bot_id": "B1", "attachments": [{"from_url": "https://x", "text": "and delete it"}]},
        {
            "blocks": [
                {"type": "image", "image_url": "https://x/y.png", "alt_text": "and delete it"}
            ]
        },
        {"blocks": [{"type": "actions", "elements": [{"type": "button", "value": "delete"}]}]},
        {"files": [{"id": "F1"}]},
    ],
)
def test_whatever_is_added_changes_the_seal(more):
    assert seal_of(message()) != seal_of(message(**more))


def test_what_slack_adds_by_itself_changes_nothing():
    words = "restart, see <https://x.example/a|this>"
    plain = message(bot_id="B1", blocks=[section(words, block_id="a1")])
    touched = message(
        bot_id="B1",
        blocks=[section(words, block_id="b2")],
        attachments=[{"from_url": "https://x.example/a", "title": "X", "id": 1}],
        edited={"user": "U1", "ts": "2.2"},
        reply_count=3,
        thread_ts="1.1",
    )
    assert seal_of(plain) == seal_of(touched)


def test_the_digest_covers_the_seal():
    words = "restart payments-api"
    digests = {digest_of(announced(words, seal)) for seal in ("a", "b")}
    assert len(digests) == 2


@pytest.mark.parametrize("blocks", [None, 5, "x", [None, 5, ["x"]], [{"text": None}]])
def test_any_shape_is_sealed(blocks):
    assert len(seal_of(message(text=None, blocks=blocks))) == 64
