"""What a printed fact may be where it is one of a few things, with the words for each (see `printed`)."""

from __future__ import annotations

from companion.translation import marked

MAX_TEXT_LETTERS = 400
INFLUENCE, CASUALTIES, STEALS, LEVELS, TITLES = 7, 6, 8, 9, 6
"""How many steps the tracks and tables have at most, levels of colonies, and titles of the end scoring."""
ARCHAEOTECH_COUNT = 24
"""Tokens in the box (p. 2)."""
NONE = "none"

METRICS = ("prestige", "credits", "ships", "techs", "colonies", "missions", "facilities", "mines")
METRIC_WORDS = (
    marked("prestige"),
    marked("credits"),
    marked("ships"),
    marked("technologies"),
    marked("colonies"),
    marked("missions"),
    marked("facilities"),
    marked("mine levels"),
)
NO_CHOICE = (NONE, marked("none of these"))
PHASE_CHOICES = (
    NO_CHOICE,
    ("planning", marked("Planning")),
    ("alpha", marked("Alpha Security")),
    ("planets", marked("Planets")),
    ("exploration", marked("Exploration")),
    ("politics", marked("Politics")),
    ("marketing", marked("Marketing")),
    ("research", marked("R & D")),
)
USE_CHOICES = (
    NO_CHOICE,
    ("roll-own", marked("roll one's own dice again")),
    ("roll-forced", marked("force an opponent to roll again")),
    ("vp-1", marked("+1 VP")),
    ("prestige-1", marked("+1 prestige")),
    ("credits-1", marked("+1 credit")),
    ("credits-2", marked("+2 credits")),
    ("credits-3", marked("+3 credits")),
    ("credits-4", marked("+4 credits")),
    ("credits-5", marked("+5 credits")),
    ("credits-6", marked("+6 credits")),
)
"""What the companion can do of an archaeotech by itself; anything else is told."""
DEED_CHOICES = (
    NO_CHOICE,
    ("build-4", marked("build 4 ships")),
    ("fight-2", marked("fight 2 corporations")),
    ("attack", marked("attack")),
    ("defeat", marked("defeat")),
    ("steal", marked("steal")),
    ("steal-3", marked("steal 3 credits")),
    ("gain-both", marked("attack, and gain VP and prestige there")),
)
TARGET_CHOICES = (
    ("anyone", marked("anybody")),
    ("explorer", marked("the exploration leader")),
    ("researcher", marked("the R & D leader")),
    ("richest", marked("whoever has the richest mine there")),
    ("builder", marked("whoever has the most facilities there")),
)
AGENDA_CHOICES = (NO_CHOICE, ("red", marked("the red agenda")), ("blue", marked("the blue agenda")))
TIE_CHOICES = (
    NO_CHOICE,
    ("most prestige", marked("the most prestige")),
    ("least prestige", marked("the least prestige")),
)
NO_YES_CHOICES = (("no", marked("no")), ("yes", marked("yes")))
POLICY_WORDS = {
    "conflict": marked("Conflict Policy"),
    "contract": marked("Contract Policy"),
    "corporate": marked("Corporate Policy"),
    "planet": marked("Planet Policy"),
    "support": marked("Support Policy"),
    "system": marked("System Policy"),
    "seventh": marked("The seventh policy"),
}
CARD_RULES = ("destroys_two", "steals_first")
"""What a card does that the page says without a name (p. 7)."""
ENTRY_TYPES = (
    ("board", marked("Boards")),
    ("planet", marked("Planets")),
    ("ship", marked("Ships")),
    ("tactic", marked("Tactics cards")),
    ("strategy", marked("Strategy cards")),
    ("policy", marked("Policies")),
    ("mission", marked("Marketing missions")),
    ("technology", marked("Technologies")),
    ("facility", marked("Facilities")),
    ("faction", marked("Factions")),
    ("archaeotech", marked("Archaeotechs")),
)
"""Types in the order in which they are laid over: tactics before the strategies that name them."""
BRANCH_WORDS = {
    "exploration": marked("Exploration"),
    "politics": marked("Politics"),
    "tactics": marked("Tactics"),
    "engineering": marked("Engineering"),
    "operations": marked("Operations"),
    "strategy": marked("Strategy"),
    "logistics": marked("Logistics"),
    "production": marked("Production"),
    "research": marked("R & D"),
    "marketing": marked("Marketing"),
}
FACILITY_WORDS = {
    "space-dock": marked("Space Dock"),
    "satellite": marked("Satellite"),
    "defense-system": marked("Defense System"),
    "refinery": marked("Refinery"),
    "factory": marked("Factory"),
    "shield-generator": marked("Shield Generator"),
    "planetary-council": marked("Planetary Council"),
    "research-facility": marked("Research Facility"),
    "exploration-center": marked("Exploration Center"),
    "broadcast-tower": marked("Broadcast Tower"),
}
SUITE_WORDS = {"green": marked("green"), "yellow": marked("yellow"), "white": marked("white")}
Choices = tuple[tuple[str, str], ...]
"""(value, words) of each."""
