"""The answers a player, or the table, can give in A New Frontier. `player` None: chance answers.

A `laid` is an allocation's value: (token, place, count) triples; the tokens and places are those of the
question's form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision

PlacedTokens = tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class LayPlan(Decision):
    """The whole planning board, and "finished": the next free place of the turn order track (p. 5)."""

    do: ClassVar[str] = "plan"
    laid: PlacedTokens


@dataclass(frozen=True)
class AskAgain(Decision):
    """Ask to change one's plan because of an honest mistake (p. 5)."""

    do: ClassVar[str] = "ask-again"


@dataclass(frozen=True)
class AgreeAgain(Decision):
    """Answer a seat that asks to change its plan."""

    do: ClassVar[str] = "agree-again"
    whose: int
    yes: bool


@dataclass(frozen=True)
class ChooseTarget(Decision):
    """Whoever bribed Alpha Security most says which of the tied planets it goes to (p. 6)."""

    do: ClassVar[str] = "choose-target"
    planet: int


@dataclass(frozen=True)
class DrawTarget(Decision):
    """The lot says which of the tied planets Alpha Security goes to."""

    do: ClassVar[str] = "draw-target"
    planet: int


@dataclass(frozen=True)
class ChooseStrategy(Decision):
    do: ClassVar[str] = "choose-strategy"
    card: str


@dataclass(frozen=True)
class TellStrength(Decision):
    """The strength that the player's token shows on the Conflict Resolution Table."""

    do: ClassVar[str] = "tell-strength"
    strength: int


@dataclass(frozen=True)
class ChooseTactics(Decision):
    do: ClassVar[str] = "choose-tactics"
    card: str


@dataclass(frozen=True)
class TellDice(Decision):
    """Two dice of each participant, in the question's order; or of the one that rolls."""

    do: ClassVar[str] = "tell-dice"
    dice: tuple[int, ...]


@dataclass(frozen=True)
class ReRoll(Decision):
    """Use an archaeotech: roll one's own dice again, or force an opponent to (p. 8)."""

    do: ClassVar[str] = "re-roll"
    whose: int


@dataclass(frozen=True)
class TellMight(Decision):
    """The Might where the player's token ends up, after dice and cards."""

    do: ClassVar[str] = "tell-might"
    might: int


@dataclass(frozen=True)
class LoseShips(Decision):
    """The ships removed as casualties; all of them: the last one stays and withdraws (p. 7)."""

    do: ClassVar[str] = "lose-ships"
    ships: tuple[str, ...]


@dataclass(frozen=True)
class Steal(Decision):
    """Steal so many credits from the target's mine; forego: 2 stay there for +1 on the roll; both: 4 do, for
    +1 on each of two rolls (p. 7)."""

    do: ClassVar[str] = "steal"
    credits: int
    forego: bool = False
    both: bool = False

    @property
    def rolls_raised(self) -> int:
        return 2 if self.both else int(self.forego)


@dataclass(frozen=True)
class LoseFacility(Decision):
    do: ClassVar[str] = "lose-facility"
    facility: str


@dataclass(frozen=True)
class RepayWith(Decision):
    """Excess ships removed, 2 credits each, to repay a loan (p. 6)."""

    do: ClassVar[str] = "repay-with"
    ships: tuple[str, ...]


@dataclass(frozen=True)
class Relocate(Decision):
    """Move ships between two planets: token "planet:ship" onto "to-planet"; empty: nothing moves (p. 7)."""

    do: ClassVar[str] = "relocate"
    laid: PlacedTokens


@dataclass(frozen=True)
class Explore(Decision):
    """One step: to the wormhole (level 0), to a colony of that level, or a wasted action (-1). boost:
    prestige and credits sacrificed, one each for +1 influence (p. 8)."""

    do: ClassVar[str] = "explore"
    level: int
    boost: int = 0


@dataclass(frozen=True)
class UseColony(Decision):
    """The one-time use of a level 7 colony: a technology level, or 2 levels of the mine there (p. 8)."""

    do: ClassVar[str] = "use-colony"
    mine: int | None = None


@dataclass(frozen=True)
class ChooseProposers(Decision):
    """The first player says who squares off in the first round; a lone player, whom to challenge (p. 9)."""

    do: ClassVar[str] = "choose-proposers"
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Propose(Decision):
    do: ClassVar[str] = "propose"
    policy: str
    agenda: str
    planet: int = -1


@dataclass(frozen=True)
class Vote(Decision):
    """What lies in the fist: tokens "vote-a", "vote-b", "influence", "stake" onto the place "fist" (p. 9)."""

    do: ClassVar[str] = "vote"
    laid: PlacedTokens


@dataclass(frozen=True)
class FavourVote(Decision):
    """The policy's own vote: for a player, not for oneself (p. 9)."""

    do: ClassVar[str] = "favour-vote"
    whom: int


@dataclass(frozen=True)
class TakeMission(Decision):
    do: ClassVar[str] = "take-mission"
    mission: str


@dataclass(frozen=True)
class DrawMissions(Decision):
    """Missions drawn into the top row (player None)."""

    do: ClassVar[str] = "draw-missions"
    missions: tuple[str, ...]


@dataclass(frozen=True)
class ClaimMission(Decision):
    """A mission was accomplished (any time before the next marketing phase, p. 10)."""

    do: ClassVar[str] = "claim-mission"
    mission: str


@dataclass(frozen=True)
class ChooseTechs(Decision):
    """The technologies taken in this round (p. 11)."""

    do: ClassVar[str] = "choose-techs"
    techs: tuple[str, ...]


@dataclass(frozen=True)
class EarnTechs(Decision):
    """Technologies that research facilities earned once Alpha Security was resolved (p. 12)."""

    do: ClassVar[str] = "earn-techs"
    techs: tuple[str, ...]


@dataclass(frozen=True)
class PlaceFacility(Decision):
    """planet -1: every allowed place is blocked; it waits on the planning board (p. 12)."""

    do: ClassVar[str] = "place-facility"
    facility: str
    planet: int


@dataclass(frozen=True)
class TellEffect(Decision):
    """What a technology, facility, ability, agenda, card or archaeotech brought: source onto "vp-gain" .."""

    do: ClassVar[str] = "tell-effect"
    laid: PlacedTokens


@dataclass(frozen=True)
class NameArchaeotechs(Decision):
    """Which registered archaeotechs the seat holds; the others it holds stay unnamed (p. 8)."""

    do: ClassVar[str] = "name-archaeotechs"
    names: tuple[str, ...]


@dataclass(frozen=True)
class DiscardArchaeotechs(Decision):
    """Which of the named ones go when there are more than 3; the others that go are not named (p. 8)."""

    do: ClassVar[str] = "discard-archaeotechs"
    names: tuple[str, ...]


@dataclass(frozen=True)
class UseArchaeotech(Decision):
    """Play and discard a named archaeotech at any time; side: "top" or "bottom" (p. 8)."""

    do: ClassVar[str] = "use-archaeotech"
    archaeotech: str
    side: str


@dataclass(frozen=True)
class GiveCredits(Decision):
    """Credits given away: tokens "credit" onto "to-seat" (optional rule, p. 9)."""

    do: ClassVar[str] = "give-credits"
    laid: PlacedTokens


@dataclass(frozen=True)
class FinishOnBoard(Decision):
    """Finished, with the plan on the printed board: it is told when it is revealed (p. 5)."""

    do: ClassVar[str] = "finish-on-board"


@dataclass(frozen=True)
class Reveal(Decision):
    """What lies on the printed board, of the part that is revealed now."""

    do: ClassVar[str] = "reveal"
    laid: PlacedTokens


DECISIONS: dict[str, type[Decision]] = {
    kind.do: kind
    for kind in (
        LayPlan,
        AskAgain,
        AgreeAgain,
        ChooseTarget,
        DrawTarget,
        ChooseStrategy,
        TellStrength,
        ChooseTactics,
        TellDice,
        ReRoll,
        TellMight,
        LoseShips,
        Steal,
        LoseFacility,
        RepayWith,
        Relocate,
        Explore,
        UseColony,
        ChooseProposers,
        Propose,
        Vote,
        FavourVote,
        TakeMission,
        DrawMissions,
        ClaimMission,
        ChooseTechs,
        EarnTechs,
        PlaceFacility,
        TellEffect,
        NameArchaeotechs,
        DiscardArchaeotechs,
        UseArchaeotech,
        GiveCredits,
        FinishOnBoard,
        Reveal,
    )
}
"""Every decision by its name in JSON."""
