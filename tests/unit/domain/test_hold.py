"""Who may end a hold: only an authorised, present, human member, and never on doubt."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.hold import (
    REFUSAL_TEXT,
    ApproverPolicy,
    EntryVersion,
    Hold,
    PersonFacts,
    Refusal,
    may_administer,
    may_lessen_protection,
    may_release,
)

ADMIN = PersonFacts("U1", is_admin=True, in_channel=True)
MEMBER = PersonFacts("U2", in_channel=True, groups=frozenset({"S1"}))

people = st.builds(
    PersonFacts,
    user=st.sampled_from(["U1", "U2", "U3"]),
    known=st.booleans(),
    is_bot=st.booleans(),
    is_deactivated=st.booleans(),
    is_guest=st.booleans(),
    is_external=st.booleans(),
    is_admin=st.booleans(),
    in_channel=st.booleans(),
    groups=st.frozensets(st.sampled_from(["S1", "S2"])),
)
policies = st.builds(
    ApproverPolicy,
    groups=st.frozensets(st.sampled_from(["S1", "S2"])),
    users=st.frozensets(st.sampled_from(["U1", "U2", "U3"])),
    all_members=st.booleans(),
)


def release(person: PersonFacts, policy: ApproverPolicy | None = None, **more: object):
    facts = {"announcers": (), "principals": (), "approved_by": (), **more}
    return may_release(person, policy or ApproverPolicy(), **facts)


def test_without_configuration_admins_may_and_members_may_not():
    assert release(ADMIN) is None
    assert release(MEMBER) is Refusal.NOT_AN_APPROVER


@pytest.mark.parametrize(
    "policy",
    [
        ApproverPolicy(groups=frozenset({"S1"})),
        ApproverPolicy(users=frozenset({"U2"})),
        ApproverPolicy(all_members=True),
    ],
)
def test_a_named_group_person_or_every_member_may(policy):
    assert release(MEMBER, policy) is None


def test_an_emptied_group_leaves_admins_only():
    policy = ApproverPolicy(groups=frozenset({"S9"}))
    assert release(MEMBER, policy) is Refusal.NOT_AN_APPROVER
    assert release(ADMIN, policy) is None


@given(people, policies)
def test_nobody_releases_who_is_not_a_present_human_full_member(person, policy):
    """Whatever the policy says: no bot, guest, outsider, closed account, absent or unknown one."""
    excluded = (
        not person.known
        or person.is_bot
        or person.is_deactivated
        or person.is_guest
        or person.is_external
        or not person.in_channel
    )
    for refusal in (
        release(person, policy),
        may_lessen_protection(person, policy),
        may_administer(person),
    ):
        assert refusal is not None or not excluded


@given(people, policies)
def test_the_announcer_and_its_principal_never_release(person, policy):
    assert release(person, policy, announcers={person.user}) is Refusal.ANNOUNCER
    assert release(person, policy, principals={person.user}) is Refusal.PRINCIPAL


@given(people, policies)
def test_a_second_approval_is_by_another_person(person, policy):
    assert release(person, policy, approved_by=(person.user,)) is not None


@given(people)
def test_only_admins_administer(person):
    assert may_administer(person) is not None or person.is_admin


def test_every_refusal_has_its_words():
    assert set(REFUSAL_TEXT) == set(Refusal)


@given(st.integers(min_value=-3600, max_value=3600))
def test_a_hold_is_pending_exactly_until_it_expires(seconds):
    now = datetime(2026, 11, 29, tzinfo=UTC)
    hold = Hold("hold-1", "T1", "C1", "d", (EntryVersion("nm-1", 1),), now, now + timedelta(0))
    assert hold.is_pending(now + timedelta(seconds=seconds)) is (seconds < 0)
