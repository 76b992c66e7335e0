"""mrkdwn, plain text and markdown become what Slack shows, and nothing else."""

import pytest
from playwright.sync_api import Page

from bot.sandbox.server import Sandbox

pytestmark = pytest.mark.browser

LINK = '<a href="{0}" target="_blank" rel="noopener noreferrer" title="{0}">{1}</a>'

MRKDWN = [
    ("*bold* _it_ ~no~", "<strong>bold</strong> <em>it</em> <s>no</s>"),
    ("*_both_*", "<strong><em>both</em></strong>"),
    ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
    ("* not * and *not\nover lines*", "* not * and *not<br>over lines*"),
    ("`*as it is*`", "<code>*as it is*</code>"),
    ("&lt;b&gt; &amp;amp;", "&lt;b&gt; &amp;amp;"),
    ("a\n```\nrm -rf *\n```\nb", 'a<br><pre class="code-block">rm -rf *</pre>b'),
    ("``` never closed", "``` never closed"),
    ("&gt; one\n&gt; two\nthree", "<blockquote>one<br>two</blockquote>three"),
    ("&gt;&gt;&gt; one\ntwo", "<blockquote>one<br>two</blockquote>"),
    ("<https://e.com/a|here>", LINK.format("https://e.com/a", "here")),
    (
        "see https://e.com/a?b=1&amp;c=2.",
        "see " + LINK.format("https://e.com/a?b=1&amp;c=2", "https://e.com/a?b=1&amp;c=2") + ".",
    ),
    ("<javascript:alert(1)|press>", "<span>press</span>"),
    ("<!here>", '<span class="mention broadcast">@here</span>'),
    ("<!subteam^S1|@ops>", '<span class="mention" data-group="S1">@ops</span>'),
    ("<!date^nonsense^{date}|later>", "later"),
    (":nope: 12:30:45", ":nope: 12:30:45"),
    (
        ":octagonal_sign:",
        '<span class="emoji" role="img" aria-label="octagonal_sign" title=":octagonal_sign:">'
        "🛑</span>",
    ),
]


@pytest.fixture(scope="module")
def opened(chromium):
    """A page that only loads the modules, with no workspace behind it."""
    with Sandbox({}) as sandbox:
        context = chromium.new_context(timezone_id="Asia/Kolkata", locale="en-GB")
        page = context.new_page()
        page.goto(f"{sandbox.url}/")
        yield page
        context.close()


def drawn(page: Page, module: str, function: str, text: str) -> str:
    """Call a function of a module of the page; give the HTML of the nodes that it makes."""
    return page.evaluate(
        """async ([module, name, text]) => {
          const made = (await import(`/js/${module}.js`))[name](text);
          const root = document.createElement("div");
          root.append(...[made].flat(9));
          return root.innerHTML;
        }""",
        [module, function, text],
    )


@pytest.mark.parametrize(("text", "html"), MRKDWN, ids=[text for text, _ in MRKDWN])
def test_mrkdwn_is_drawn_as_slack_draws_it(opened: Page, text: str, html: str):
    """Formatting only between words, references resolved, everything else as written."""
    assert drawn(opened, "mrkdwn", "mrkdwn", text) == html


def test_plain_text_has_no_formatting_and_no_links(opened: Page):
    """Only emoji shortcodes are read in plain text."""
    text = "*a* <https://e.com|b> &lt;c&gt; :eyes:"
    assert drawn(opened, "mrkdwn", "plain", text) == "*a* &lt;https://e.com|b&gt; &lt;c&gt; 👀"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# T", "<h4>T</h4>"),
        ("**b** *i* `c`", "<p><strong>b</strong> <em>i</em> <code>c</code></p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("```sh\n*x*\n```", '<pre class="code-block">*x*</pre>'),
        ("[l](https://e.com)", "<p>" + LINK.format("https://e.com", "l") + "</p>"),
        ("[l](javascript:x)", "<p><span>l</span></p>"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
    ],
)
def test_a_markdown_block_is_drawn(opened: Page, text: str, html: str):
    """Standard markdown, with HTML as text."""
    assert drawn(opened, "markdown", "markdown", text) == f'<div class="markdown">{html}</div>'


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("{date_num}", "2026-11-29"),
        ("{date_long}", "Sunday 29 November 2026"),
        ("{date_short} at {time}", "29 Nov 2026 at 21:30"),
        ("{unknown} stays", "{unknown} stays"),
    ],
)
def test_dates_are_said_in_the_zone_of_the_reader(opened: Page, form: str, said: str):
    """16:00 UTC is half past nine in the evening in India."""
    told = opened.evaluate(
        "async (form) => (await import('/js/when.js')).dateToken(1795968000, form)", form
    )
    assert told.replace(",", "") == said


def test_a_date_that_is_a_link_is_drawn_as_one(opened: Page):
    """And leads nowhere that is no web address."""
    drawn_as = """async (url) => {
        const date = { type: "date", timestamp: 1795968000, format: "{date_num}", url };
        const section = { type: "rich_text_section", elements: [date] };
        const { richText } = await import('/js/richtext.js');
        const found = richText({ type: "rich_text", elements: [section] }).querySelector("a");
        return found && [found.href, found.textContent];
    }"""
    assert opened.evaluate(drawn_as, "https://e.com/a?b=1&c=2") == [
        "https://e.com/a?b=1&c=2",
        "2026-11-29",
    ]
    assert opened.evaluate(drawn_as, "javascript:alert(1)") is None
    assert opened.evaluate(drawn_as, None) is None
