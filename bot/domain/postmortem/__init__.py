"""Postmortems: from a document to drafts of what was done that made it worse."""

from __future__ import annotations

from bot.domain.action_words import action_words
from bot.domain.postmortem.choice import chosen
from bot.domain.postmortem.document import read_document
from bot.domain.postmortem.draft import Draft
from bot.domain.postmortem.drafts import draft_of
from bot.domain.postmortem.introduced import introduced_in
from bot.domain.postmortem.place import places_of
from bot.domain.postmortem.sentence import sentences_of
from bot.domain.postmortem.story import Story, story_of
from bot.domain.reading.lexicon import Lexicon, load_lexicon


def read_postmortem(
    markdown: str, *, name: str = "", lexicon: Lexicon | None = None
) -> tuple[Draft, ...]:
    """The harmful actions that a document tells of.

    Args:
        markdown: Markdown, Jira or Confluence markup, HTML, a chat export or plain text, with or
            without front matter; secrets are to be removed before.
        name: Of the file.
        lexicon: The words for actions; the built-in ones by default.

    Returns:
        One draft for each action that made it worse, in the order of the document. What helped,
        had no effect, was only proposed or is to be done later is not among them.
    """
    lexicon = lexicon or load_lexicon()
    story = read_story(markdown, name, lexicon)
    return tuple(draft_of(story, number, lexicon.environments) for number in chosen(story))


def read_story(markdown: str, name: str, lexicon: Lexicon) -> Story:
    """A document with everything that may have been done in it."""
    document = read_document(markdown, name)
    introduced = introduced_in(markdown.splitlines())
    places = places_of(document, lexicon.environments, introduced)
    title = f"{name} {document.units[0].text if document.units else ''}"
    words = action_words(lexicon)
    return story_of(title, sentences_of(document), words, places, lexicon.environments)


__all__ = ["Draft", "read_postmortem", "read_story"]
