"""Tests of archaeotechs by name, missions that the companion detects, and reminders on a seat's page."""

from __future__ import annotations

from typing import Any

from companion.box.editing import tile_text
from companion.games.a_new_frontier.book.book_files import with_box
from companion.games.a_new_frontier.display.reminders import reminders
from companion.games.a_new_frontier.rules import missions
from companion.games.a_new_frontier.rules.archaeotech import (
    DiscardArchaeotechs,
    NameArchaeotechs,
    UseArchaeotech,
)
from companion.games.a_new_frontier.rules.course.exploration import Explore
from companion.games.a_new_frontier.rules.course.turn import end_turn
from companion.games.a_new_frontier.rules.effects import TellEffect
from companion.games.a_new_frontier.rules.exchange import GiveCredits
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.proposing import Propose
from companion.games.a_new_frontier.rules.state import NAMED_BY_ONE, Plan, State
from companion.games.contract.box import BoxTile

from .build import BLUE, GAME, GREEN, RED, ask, follow, give, offers, plan_all, play, refused, start


def with_entries(state: State, *entries: tuple[str, dict[str, Any]]) -> State:
    """The table with an owner's entries."""
    return state.changed(book=with_box("".join(tile_text(BoxTile(type, fields)) for type, fields in entries)))


def token(number: int, top_use: str, **more: str) -> tuple[str, dict[str, Any]]:
    return (
        "archaeotech",
        {
            "id": f"archaeotech-{number:02}",
            "name": f"Relic {number}",
            "top": "as told",
            "top_use": top_use,
            **more,
        },
    )


def mission(id: str, deed: str, target: str = "anyone", **brings: int) -> tuple[str, dict[str, Any]]:
    return ("mission", {"id": f"mission-{id}", "text": deed, "deed": deed, "target": target, **brings})


# --- archaeotechs


def holding(*tokens: tuple[str, dict[str, Any]], count: int = 2) -> State:
    return give(with_entries(start(), *tokens), BLUE, archaeotech=count)


def test_archaeotechs_are_named_by_their_owner_and_nobody_else_knows_them_p8():
    state = holding(token(1, "credits-3"), token(2, "none"))
    assert ask(state, "name-archaeotechs", BLUE).private
    state = play(state, NameArchaeotechs(BLUE, ("archaeotech-01", "archaeotech-02")))
    assert GAME.view(state, BLUE).corps[BLUE].named == ("archaeotech-01", "archaeotech-02")
    assert GAME.view(state, GREEN).corps[BLUE].named == ()
    assert GAME.view(state, GREEN).corps[BLUE].archaeotech == 2, "how many somebody has is open"
    assert refused(
        give(state, BLUE, archaeotech=1), NameArchaeotechs(BLUE, ("archaeotech-01", "archaeotech-02"))
    )


def test_one_is_used_at_any_time_and_lies_face_up_then_p8():
    state = play(holding(token(1, "credits-3")), NameArchaeotechs(BLUE, ("archaeotech-01",)))
    credits = state.corps[BLUE].credits
    (offer,) = offers(state, BLUE, "use-archaeotech")
    assert offer.words == "Relic 1: as told"
    state = play(state, offer.decision)
    assert (state.corps[BLUE].archaeotech, state.corps[BLUE].named) == (1, ())
    assert state.corps[BLUE].credits == credits + 3
    assert state.used == ("archaeotech-01",)
    assert "Relic 1: as told" in GAME.display.page(GAME.view(state, None), None).used
    assert refused(state, NameArchaeotechs(BLUE, ("archaeotech-01",)))


def named_by_two(*tokens: tuple[str, dict[str, Any]], use: bool = True) -> State:
    """Blue and Green have both named the first of these in private; Blue uses it, and so it lies face up."""
    state = with_entries(start(), *tokens)
    state = state.changed(setup=state.setup.stating((), (NAMED_BY_ONE,)))
    for seat in (BLUE, GREEN):
        state = give(state, seat, archaeotech=2)
        state = play(state, NameArchaeotechs(seat, tuple(fields["id"] for _type, fields in tokens)[:2]))
    return play(state, UseArchaeotech(BLUE, "archaeotech-01", "top")) if use else state


def test_what_two_have_named_is_used_once_and_the_second_is_told_on_the_own_page_p8():
    """Both could use it, and a second one was gone from the box."""
    state = named_by_two(token(1, "credits-3"), token(2, "credits-1"), token(3, "none"))
    assert refused(state, UseArchaeotech(GREEN, "archaeotech-01", "top"))
    assert [offer.decision.archaeotech for offer in offers(state, GREEN, "use-archaeotech")] == [
        "archaeotech-02"
    ]
    page = GAME.display.page(GAME.view(state, GREEN), GREEN).own
    assert page.named == ("Relic 2: as told",)
    assert page.reminders[:2] == (
        "Discarded by another player, so none of yours: Relic 1.",
        "Say again which archaeotechs are yours.",
    )
    assert state.corps[GREEN].archaeotech == 2, "how many it has is as it was"
    said = play(state, NameArchaeotechs(GREEN, ("archaeotech-02", "archaeotech-03")))
    assert "Discarded" not in " ".join(reminders(said, GREEN))
    for count in (1, 0):
        left = play(state, TellEffect(GREEN, (("other", "archaeotech-loss", 2 - count),)))
        assert left.corps[GREEN].named == ("archaeotech-02",)[:count], "the wrong name goes first"
    assert "Discarded" in " ".join(reminders(end_turn(state), GREEN))
    alone = named_by_two(token(1, "none"))
    assert reminders(alone, GREEN) == ("Discarded by another player, so none of yours: Relic 1.",)
    assert "Discarded" not in " ".join(reminders(end_turn(alone), GREEN)), "no name is left to say instead"


def test_naming_what_another_has_named_tells_nobody_anything_p8():
    """Refused, the name would say what the other holds; and so would a sentence, before it lies face up."""
    state = with_entries(start(), token(1, "none"), token(2, "none"))
    state = state.changed(setup=state.setup.stating((), (NAMED_BY_ONE,)))
    state = give(give(state, BLUE, archaeotech=1), GREEN, archaeotech=1)
    others = [play(state, NameArchaeotechs(BLUE, (f"archaeotech-0{n}",))) for n in (1, 2)]
    named = [play(each, NameArchaeotechs(GREEN, ("archaeotech-01",))) for each in others]
    for seat in (GREEN, RED, None):
        one, other = (GAME.view(each, seat) for each in named)
        assert one == other
        assert GAME.display.page(one, seat) == GAME.display.page(other, seat)
        asked = [[(q.player, q.kind, str(q.text)) for q in GAME.questions_for(each, seat)] for each in named]
        assert asked[0] == asked[1]
    # Nor does it, once it lies face up, tell anybody else that there was a second name.
    used = [play(each, UseArchaeotech(BLUE, "archaeotech-01", "top")) for each in (others[0], named[0])]
    for seat in (BLUE, RED, None):
        one, other = (GAME.view(each, seat) for each in used)
        assert GAME.display.page(one, seat) == GAME.display.page(other, seat)


def test_either_option_is_used_not_both_p8():
    state = holding(token(1, "credits-1", bottom="or this", bottom_use="credits-2"))
    state = play(state, NameArchaeotechs(BLUE, ("archaeotech-01",)))
    assert len(offers(state, BLUE, "use-archaeotech")) == 2
    state = play(state, UseArchaeotech(BLUE, "archaeotech-01", "bottom"))
    assert refused(state, UseArchaeotech(BLUE, "archaeotech-01", "top"))


def test_the_extra_vp_is_for_politics_p8():
    state = play(holding(token(1, "vp-1")), NameArchaeotechs(BLUE, ("archaeotech-01",)))
    assert refused(state, UseArchaeotech(BLUE, "archaeotech-01", "top"))
    assert offers(
        state.changed(phase="politics", step=PoliticsStep((BLUE,), (), choosing=True)),
        BLUE,
        "use-archaeotech",
    )


def exploring(state: State) -> State:
    state = plan_all(state, {BLUE: Plan(actions=(2, 0, 0, 0))})
    return play(state, Explore(BLUE, 0))


def test_above_3_archaeotechs_their_owner_says_which_go_p8():
    """ "They must discard down to 3 (may discard old Archaeotech)"."""
    tokens = (token(1, "credits-1"), token(2, "credits-2"), token(3, "none"))
    state = holding(*tokens, count=3)
    state = play(state, NameArchaeotechs(BLUE, ("archaeotech-01", "archaeotech-02")))
    state = play(exploring(state), Explore(BLUE, 2))
    question = ask(state, "discard-archaeotechs", BLUE)
    assert question.private, "which ones somebody has is nobody else's to know"
    assert [item.id for item in question.form.items] == ["archaeotech-01", "archaeotech-02"]
    old = play(state, DiscardArchaeotechs(BLUE, ("archaeotech-01",)))
    assert (old.corps[BLUE].archaeotech, old.corps[BLUE].named) == (3, ("archaeotech-02",))
    assert old.used == ("archaeotech-01",), "it lies face up"
    new = play(state, DiscardArchaeotechs(BLUE, ()))
    assert (new.corps[BLUE].archaeotech, len(new.corps[BLUE].named)) == (3, 2)
    assert refused(state, Explore(BLUE, 0))
    assert refused(state, DiscardArchaeotechs(BLUE, ("archaeotech-03",)))


def test_whoever_uses_some_while_it_is_asked_discards_none_p8():
    state = play(holding(token(1, "none"), count=3), NameArchaeotechs(BLUE, ("archaeotech-01",)))
    state = play(exploring(state), Explore(BLUE, 2))
    assert ask(state, "discard-archaeotechs", BLUE)
    state = play(state, TellEffect(BLUE, (("other", "archaeotech-loss", 3),)))
    assert state.corps[BLUE].archaeotech == 2
    asked = [question.kind for question in GAME.questions(state) if not question.optional]
    assert asked == ["plan"] * 3, "it goes on"


def test_whose_named_one_another_uses_meanwhile_discards_without_a_choice_p8():
    """An empty list was asked for, with nothing to touch, and everybody waited."""
    state = named_by_two(token(1, "none"), token(2, "none"), use=False)
    state = play(give(state, BLUE, archaeotech=3), NameArchaeotechs(BLUE, ("archaeotech-01",)))
    state = play(exploring(state), Explore(BLUE, 2))
    assert ask(state, "discard-archaeotechs", BLUE).form.items
    state = play(state, UseArchaeotech(GREEN, "archaeotech-01", "top"))
    assert ask(state, "discard-archaeotechs", BLUE).form is None
    (offer,) = offers(state, BLUE, "discard-archaeotechs")
    state = play(state, offer.decision)
    assert state.corps[BLUE].archaeotech == 3
    assert "discard-archaeotechs" not in [question.kind for question in GAME.questions(state)]


def test_all_three_named_two_new_ones_leave_no_more_than_two_old_to_go_p8():
    state = holding(token(1, "none"), token(2, "none"), token(3, "none"), count=3)
    state = play(state, NameArchaeotechs(BLUE, tuple(f"archaeotech-0{n}" for n in (1, 2, 3))))
    state = play(exploring(state), Explore(BLUE, 2))
    three = DiscardArchaeotechs(BLUE, tuple(f"archaeotech-0{n}" for n in (1, 2, 3)))
    assert refused(state, three)
    state = play(state, DiscardArchaeotechs(BLUE, ("archaeotech-01", "archaeotech-03")))
    assert (state.corps[BLUE].archaeotech, state.corps[BLUE].named) == (3, ("archaeotech-02",))


def fighting(state: State) -> State:
    """Blue attacks Green at planet 2 and Green Red at planet 3; the dice there are rolled."""
    plans = {BLUE: Plan(attacks=((1, GREEN),)), GREEN: Plan(attacks=((2, RED),))}
    state = plan_all(state, plans)
    while state.step.fight.stage != "might":
        question = next(q for q in GAME.questions(state) if not q.optional)
        if question.roll is not None:
            value = (1,) * len(question.roll.dice)
            state = GAME.play(state, GAME.answer(state, question, value))
        elif question.form is not None:
            state = GAME.play(state, GAME.answer(state, question, 5))
        else:
            found = [o for o in GAME.options(state, question.player) if o.decision.do == question.kind]
            state = GAME.play(state, found[0].decision)
    return state


def test_dice_roll_again_only_with_an_archaeotech_for_it_p8():
    state = fighting(holding(token(1, "roll-own"), token(2, "credits-1"), count=1))
    assert len(offers(state, BLUE, "re-roll")) == 2, "what it is nobody has said"
    other = play(state, NameArchaeotechs(BLUE, ("archaeotech-02",)))
    assert offers(other, BLUE, "re-roll") == []
    mine = play(state, NameArchaeotechs(BLUE, ("archaeotech-01",)))
    (again,) = offers(mine, BLUE, "re-roll")
    after = play(mine, again.decision)
    assert (after.corps[BLUE].archaeotech, after.used) == (0, ("archaeotech-01",))


# --- missions


def test_four_ships_at_several_planets_accomplish_their_mission_which_pays_when_claimed_p10():
    state = with_entries(start(), mission("green-1", "build-4", prestige=1, credits=4))
    state = give(state, BLUE, missions=("green-1",), credits=40)
    builds = tuple((planet, ("stingray", "stingray")) for planet in (1, 2))
    state = plan_all(state, {BLUE: Plan(builds=builds, actions=(1, 0, 0, 0))})
    assert missions.is_accomplished(state, BLUE, "green-1")
    assert any("to be claimed: build-4 (green)" in line for line in reminders(state, BLUE))
    credits = state.corps[BLUE].credits
    state = play(state, ClaimMission(BLUE, "green-1"))
    assert (state.corps[BLUE].prestige, state.corps[BLUE].credits) == (10, credits + 4)
    assert state.corps[BLUE].completed == ("green-1",)


def test_fighting_two_corporations_counts_defence_p10():
    state = with_entries(start(), mission("green-1", "fight-2"))
    plans = {BLUE: Plan(attacks=((1, GREEN),)), RED: Plan(attacks=((2, BLUE),))}
    state = plan_all(give(state, BLUE, missions=("green-1",)), plans)
    deeds = state.corps[BLUE].deeds
    assert {each.whom for each in deeds if each.kind == "fight"} == {GREEN}
    assert not missions.is_accomplished(state, BLUE, "green-1")
    state = missions.with_deed_recorded(state, BLUE, "fight", 2, RED)
    assert missions.is_accomplished(state, BLUE, "green-1")


def test_stealing_counts_when_something_is_taken_and_from_the_leader_p10():
    state = with_entries(start(), mission("green-1", "steal-3", "richest"))
    state = give(state, GREEN, mines=(3, 5, 3, 3))
    less = missions.with_deed_recorded(state, BLUE, "steal", 1, GREEN, 2)
    other = missions.with_deed_recorded(state, BLUE, "steal", 1, RED, 3)
    enough = missions.with_deed_recorded(state, BLUE, "steal", 1, GREEN, 3)
    assert [missions.is_accomplished(each, BLUE, "green-1") for each in (less, other, enough)] == [
        False,
        False,
        True,
    ]


def test_attack_and_gain_both_counts_what_cards_and_technologies_brought_p10():
    """ "Only" VP and prestige "gained through Conflict Cards and/or Techs count towards completing"."""
    state = with_entries(start(), mission("green-1", "gain-both"))
    state = give(state, BLUE, missions=("green-1",), techs=("tactics-1A",))
    state = fighting(state)
    assert missions.is_accomplished(state, BLUE, "green-1") is False
    vp = ("card", "vp-gain", 1)
    one = play(state, TellEffect(BLUE, (vp,)))
    assert missions.is_accomplished(one, BLUE, "green-1") is False
    by_faction = play(one, TellEffect(BLUE, (("faction", "prestige-gain", 1),)))
    assert missions.is_accomplished(by_faction, BLUE, "green-1") is False
    both = play(one, TellEffect(BLUE, (("tech:tactics-1A", "prestige-gain", 1),)))
    assert missions.is_accomplished(both, BLUE, "green-1") is True
    assert "accomplished: gain-both (green)" in ask(both, "claim-mission", BLUE).text
    lost = play(one, TellEffect(BLUE, (("card", "prestige-loss", 1),)))
    assert missions.is_accomplished(lost, BLUE, "green-1") is False
    peaceful = play(start(), TellEffect(BLUE, (vp,)))
    assert peaceful.corps[BLUE].deeds == (), "only at a planet that is fought for"


def test_leaders_that_are_tied_are_both_eligible_p10():
    state = give(give(start(), BLUE, colonies=(2, 5)), GREEN, colonies=(3, 4))
    assert "explorer" in missions.leaders(state, 0, BLUE)
    assert "explorer" in missions.leaders(state, 0, GREEN)
    assert "explorer" not in missions.leaders(give(state, GREEN, colonies=(2, 6)), 0, BLUE)
    state = give(give(state, BLUE, techs=("politics-2B",)), GREEN, techs=("politics-2A", "tactics-1A"))
    assert "researcher" in missions.leaders(state, 0, BLUE)
    assert "researcher" not in missions.leaders(state, 0, GREEN), "2B is higher than 2A"


def test_of_a_mission_not_entered_the_players_say_p10():
    assert missions.is_accomplished(start(), BLUE, "green-1") is None


# --- reminders


def test_operations_2a_brings_the_credits_of_its_bid_once_the_phase_begins_p11():
    state = give(start(), BLUE, techs=("operations-2A",))
    assert any("gain 3 credits for it, in turn 5, too" in line for line in reminders(state, BLUE))


def test_planning_reminds_of_tokens_maintenance_prestige_and_missions_p11():
    state = give(
        start(),
        BLUE,
        techs=("operations-2A", "logistics-3"),
        fleets=(("stingray",) * 6, ("stingray",), ("stingray",), ("stingray",)),
        prestige=2,
        missions=("green-1",),
    )
    said = " ".join(reminders(state, BLUE))
    assert "Operations 2A: its token on the planning board" in said
    assert "4 credits of maintenance" in said
    assert "strike" in said
    assert "Before the next marketing phase: green mission 1" in said
    assert "Logistics 3" not in said, "that is for the planets"
    assert reminders(start(), BLUE) == ()


def test_an_owner_s_texts_are_what_is_remembered():
    tech = {"id": "technology-tactics-3", "text": "mind the dice", "needs": 3, "remind": "planning"}
    faction = {"id": "faction-1", "ability": "Relentless", "advanced": "more", "remind": "planning"}
    state = give(
        with_entries(start(), ("technology", tech), ("faction", faction)), BLUE, techs=("tactics-3",)
    )
    said = " ".join(reminders(state, BLUE))
    assert "Tactics 3: mind the dice" in said
    assert "Faction ability: Relentless" in said
    assert "more" not in said, "advanced abilities begin in turn 3 (p. 12)"
    assert "Advanced ability: more" in " ".join(reminders(state.changed(turn=3), BLUE))


def test_a_loan_and_open_relocation_are_remembered_p6_p7():
    state = give(start(), BLUE, loans=(1,), relocating=True)
    said = " ".join(reminders(state, BLUE))
    assert "loan of 4 at Planet 2" in said
    assert "relocation is open" in said


def test_only_one_s_own_page_reminds():
    state = give(start(), BLUE, missions=("green-1",))
    for seat in (None, GREEN):
        boards = GAME.display.page(GAME.view(state, seat), seat).boards
        assert next(board for board in boards if board.seat == BLUE).reminders == ()


# --- what the rulebook says beside the phases


def test_credits_change_hands_where_that_optional_rule_is_played_p9():
    given = GiveCredits(BLUE, (("credit", "to-1", 3), ("credit", "to-2", 1)))
    assert refused(start(), given)
    state = start(exchange="yes")
    after = play(state, given)
    assert [corp.credits for corp in after.corps] == [8, 15, 13]
    planned = plan_all(state, {BLUE: Plan(bids=(0, 12, 0, 0), actions=(0, 1, 0, 0))}, (BLUE,))
    assert refused(planned, given), "what lies on the planning board is spoken for"


def test_if_nobody_wants_to_propose_first_the_last_must_p9():
    state = plan_all(start(), {seat: Plan(actions=(0, 1, 0, 0)) for seat in (BLUE, RED)}, (GREEN, RED, BLUE))
    state = follow(state, "politics")
    assert "If nobody wants to begin, Blue must." in ask(state, "propose", RED).text
    state = play(state, Propose(BLUE, "contract", "red"))
    assert "must" not in ask(state, "propose", RED).text


def test_level_3_technologies_add_their_vp_at_the_end_p12():
    tech = {"id": "technology-logistics-3", "text": "x", "needs": 3, "end_vp": 4}
    state = give(with_entries(start(), ("technology", tech)), BLUE, techs=("logistics-3",))
    before, after = (GAME.score(each).players[BLUE] for each in (start(), state))
    assert after.total == before.total + 4
    assert [line.vp for line in after.lines if line.source == "Technologies"] == [4]


def test_the_mission_for_five_counts_in_its_suite_once_it_is_entered_p10():
    state = give(start(5), BLUE, completed=("green-1", "five-players"))
    alone = GAME.score(state).players[BLUE].total
    entry = {"id": "mission-five-players", "text": "x", "suite": "green", "deed": "none", "target": "anyone"}
    assert GAME.score(with_entries(state, ("mission", entry))).players[BLUE].total == alone + 1
