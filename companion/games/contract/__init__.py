"""The contract between a game and everything else: what most games have is imported from here, what few have
(own hands, scores by numbers, the forms of an owner's tiles) from its own module.

See docs/new-game.md.
"""

from companion.games.contract.base import GameBase
from companion.games.contract.box import BoxTile
from companion.games.contract.capabilities import (
    NO_TRACKING,
    Display,
    Lights,
    NoTracking,
    Timing,
    Tracking,
    Untracked,
    WhatIfs,
)
from companion.games.contract.chance import Draw, Roll
from companion.games.contract.coaching import Coaching
from companion.games.contract.decisions import Decision, Json, Move, Refusal, decision_to_json, frozen
from companion.games.contract.fact_rows import Each, FactRow, FactRows
from companion.games.contract.facts import Correction, Fact
from companion.games.contract.later import later
from companion.games.contract.lessons import Lessons, SetUpTask
from companion.games.contract.light import Light, LightPicture, Segment
from companion.games.contract.page import AnswerView, Page
from companion.games.contract.place import (
    MIDDLE,
    Difference,
    Explanation,
    Shape,
    Spot,
    TablePlan,
    TileInfo,
    Zone,
    seat_zone,
)
from companion.games.contract.put_away import BoxPart, BoxPiece, pieces_part
from companion.games.contract.questions import (
    Allocation,
    Amount,
    Item,
    Option,
    Place,
    Question,
    Running,
    Subset,
    Token,
)
from companion.games.contract.random_player import BestOptionPlayer, RandomPlayer
from companion.games.contract.ranking import ranked
from companion.games.contract.reasons import Illegal, Tally, Term
from companion.games.contract.reference import (
    PrintedSign,
    PrintedSigns,
    Rule,
    RuleBook,
    TileNow,
    TileWords,
    spoken_rulebook,
)
from companion.games.contract.rules import (
    Box,
    Client,
    Game,
    Phase,
    box_of,
    game_at,
    game_of_box,
    game_of_setup,
    part_of,
    untracked_of,
)
from companion.games.contract.score import PlayerScore, ScoreLine, ScoreSheet, WhatIf
from companion.games.contract.score_request import Fields, player_fields, request_fields, sheet_to_json
from companion.games.contract.setup import TOLD, Player, Setup, SetupOption, setup_from_json
from companion.games.contract.state import S, State
from companion.games.contract.telling import (
    NEW,
    Naming,
    Saying,
    Telling,
    TellingField,
    name_problem,
    told_words,
)
from companion.games.contract.told import ALL, LATER
from companion.games.contract.untold import Asks, Tellable, Untold
from companion.games.contract.untracked import Asked, Final, FinalBook, Holding, Offer, Part, Role, Roles
from companion.games.contract.usual_lengths import Chosen, read_usual_lengths
from companion.games.contract.values import Value, ValueInPart

__all__ = [
    "ALL",
    "LATER",
    "MIDDLE",
    "NEW",
    "NO_TRACKING",
    "TOLD",
    "Allocation",
    "Amount",
    "AnswerView",
    "Asked",
    "Asks",
    "BestOptionPlayer",
    "Box",
    "BoxPart",
    "BoxPiece",
    "BoxTile",
    "Chosen",
    "Client",
    "Coaching",
    "Correction",
    "Decision",
    "Difference",
    "Display",
    "Draw",
    "Each",
    "Explanation",
    "Fact",
    "FactRow",
    "FactRows",
    "Fields",
    "Final",
    "FinalBook",
    "Game",
    "GameBase",
    "Holding",
    "Illegal",
    "Item",
    "Json",
    "Lessons",
    "Light",
    "LightPicture",
    "Lights",
    "Move",
    "Naming",
    "NoTracking",
    "Offer",
    "Option",
    "Page",
    "Part",
    "Phase",
    "Place",
    "Player",
    "PlayerScore",
    "PrintedSign",
    "PrintedSigns",
    "Question",
    "RandomPlayer",
    "Refusal",
    "Role",
    "Roles",
    "Roll",
    "Rule",
    "RuleBook",
    "Running",
    "S",
    "Saying",
    "ScoreLine",
    "ScoreSheet",
    "Segment",
    "SetUpTask",
    "Setup",
    "SetupOption",
    "Shape",
    "Spot",
    "State",
    "Subset",
    "TablePlan",
    "Tally",
    "Tellable",
    "Telling",
    "TellingField",
    "Term",
    "TileInfo",
    "TileNow",
    "TileWords",
    "Timing",
    "Token",
    "Tracking",
    "Untold",
    "Untracked",
    "Value",
    "ValueInPart",
    "WhatIf",
    "WhatIfs",
    "Zone",
    "box_of",
    "decision_to_json",
    "frozen",
    "game_at",
    "game_of_box",
    "game_of_setup",
    "later",
    "name_problem",
    "part_of",
    "pieces_part",
    "player_fields",
    "ranked",
    "read_usual_lengths",
    "request_fields",
    "seat_zone",
    "setup_from_json",
    "sheet_to_json",
    "spoken_rulebook",
    "told_words",
    "untracked_of",
]
