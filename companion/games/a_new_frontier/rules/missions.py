"""What missions want, where the owner has entered it: deeds since the last marketing phase tell (p. 10)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Corp, Deed, State, with_deed

WANTED_SHIPS, WANTED_FIGHTS, WANTED_CREDITS = 4, 2, 3


def leaders(state: State, planet: int, whom: int) -> tuple[str, ...]:
    """What a corporation leads in just now; those who are tied lead together (p. 10)."""

    def best(key: object) -> bool:
        values = [key(state, corp, planet) for corp in state.corps]  # type: ignore[operator]
        return bool(values[whom] == max(values) and any(values[whom]))

    keys = {"explorer": _explorer, "researcher": _researcher, "richest": _richest, "builder": _builder}
    return tuple(name for name, key in keys.items() if best(key))


def _explorer(state: State, corp: Corp, planet: int) -> tuple[int, ...]:
    return (len(corp.colonies), sum(corp.colonies))


def _researcher(state: State, corp: Corp, planet: int) -> tuple[str, ...]:
    """The highest technology: 2B is higher than 2A."""
    return (max((id.rpartition("-")[2] for id in (*corp.techs, *corp.coming)), default=""),)


def _richest(state: State, corp: Corp, planet: int) -> tuple[int, ...]:
    return (corp.mines[planet],)


def _builder(state: State, corp: Corp, planet: int) -> tuple[int, ...]:
    return (len(corp.facilities_at(planet)),)


def with_deed_recorded(
    state: State, seat: int, kind: str, planet: int, whom: int = -1, amount: int = 1
) -> State:
    """The state with a deed. Called before the deed changes anything, so that the leaders are the earlier
    ones."""
    of = leaders(state, planet, whom) if whom >= 0 else ()
    return with_deed(state, seat, Deed(kind, planet, amount, whom, of))


def is_accomplished(state: State, seat: int, mission: str) -> bool | None:
    """Whether what was done accomplishes a mission; None: the companion does not know what it wants."""
    entered = state.book.told(f"mission-{mission}")
    deed, target = entered.get("deed", "none"), entered.get("target", "anyone")
    deeds = state.corps[seat].deeds

    def fits(each: Deed) -> bool:
        return target == "anyone" or target in each.of

    match deed:
        case "build-4":
            return sum(each.amount for each in deeds if each.kind == "build") >= WANTED_SHIPS
        case "fight-2":
            return len({each.whom for each in deeds if each.kind == "fight"}) >= WANTED_FIGHTS
        case "attack" | "defeat" | "steal":
            return any(each.kind == deed and fits(each) for each in deeds)
        case "steal-3":
            return any(
                each.kind == "steal" and each.amount >= WANTED_CREDITS and fits(each) for each in deeds
            )
        case "gain-both":
            return _gained_both(deeds)
    return None


def progress(state: State, seat: int, mission: str) -> tuple[int, int] | None:
    """(done, wanted) of a mission that counts; None: it does not, or nobody entered what it wants."""
    deeds = state.corps[seat].deeds
    match state.book.told(f"mission-{mission}").get("deed"):
        case "build-4":
            return sum(each.amount for each in deeds if each.kind == "build"), WANTED_SHIPS
        case "fight-2":
            return len({each.whom for each in deeds if each.kind == "fight"}), WANTED_FIGHTS
    return None


def _gained_both(deeds: tuple[Deed, ...]) -> bool:
    """Attacked at a planet and gained VP and prestige there, by conflict cards or technologies (p. 10)."""
    wanted = {"attack", "gain-vp", "gain-prestige"}
    return any({d.kind for d in deeds if d.planet == planet} >= wanted for planet in range(PLANET_COUNT))
