"""Who may know what of the toy game."""

from __future__ import annotations

from dataclasses import replace

from tests.games.toy.state import CARDS, HIDDEN, HIDDEN_BID, HIDDEN_PLAN, Harbour


def view(s: Harbour, player: int | None) -> Harbour:
    """Others' cards, the deck's order and answers before the reveal are hidden; at the end all is open."""
    if s.phase == "over":
        return s

    def cards(of: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(c if p == player else (HIDDEN,) * len(c) for p, c in enumerate(of))

    known = set()
    if player is not None:
        known = {*s.hands[player], *s.discards[player], *s.dealt[player]}
    kept = tuple(k if k is None or p == player else (HIDDEN,) for p, k in enumerate(s.kept))
    bids, plans = s.bids, s.plans
    if s.phase == "bid":
        bids = tuple(b if b is None or p == player else HIDDEN_BID for p, b in enumerate(bids))
    if s.phase == "plan":
        plans = tuple(plan if plan is None or p == player else HIDDEN_PLAN for p, plan in enumerate(plans))
    return replace(
        s,
        deck=tuple(card for card in CARDS if card not in known),
        dealt=cards(s.dealt),
        kept=kept if s.phase == "keep" else (None,) * len(kept),
        hands=cards(s.hands),
        discards=cards(s.discards),
        bids=bids,
        plans=plans,
    )
