"""A draft has a service wherever its document names one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.postmortem import read_postmortem

NAMES = st.from_regex(r"[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tv-z]{2}[aeiou]x", fullmatch=True)
WAYS = (
    "# Outage of {name}.example\n\n{story}",
    "# The {name} cluster was down\n\n{story}",
    '# Control plane of cluster "{name}" unavailable\n\n{story}',
    "# Postmortem\n\n**Service:** {name}\n\n{story}",
    "# Postmortem\n\nOur users saw errors from `{name}`.\n\n{story}",
    "# Postmortem\n\n{story}\n\nThe {name} database holds all orders.",
    "# Postmortem\n\n{story}\n\nEverything below {name}.example was gone.",
)
STORY = (
    "On Thursday we deleted all routes in production. Every request failed for 40 minutes. "
    "We put the routes back at 11:00 and traffic recovered."
)


@given(name=NAMES, way=st.sampled_from(WAYS))
def test_no_draft_is_without_the_service_that_its_document_names(name: str, way: str) -> None:
    """Whether the title, the head or only a sentence names it, and in which form."""
    drafts = read_postmortem(way.format(name=name, story=STORY))
    assert drafts
    assert all(draft.service in {name, f"{name}.example"} for draft in drafts)


@pytest.mark.parametrize("file", ["config.yaml", "restore.sh", "main.tf"])
def test_a_file_is_no_service(file: str) -> None:
    """Its ending tells it from a host."""
    (draft,) = read_postmortem(f"# Postmortem\n\n{STORY}\n\nSee {file} for more.\n")
    assert draft.service is None
