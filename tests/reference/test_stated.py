"""Tests of what one relation must state as a whole: a count, a print on a piece, advice, a level."""

import pytest

from companion import games
from companion.reference.lookup import reply
from companion.translation import speaking


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("race-for-the-galaxy", "en", "How many cards in the deck have an Explore power?"),
        ("race-for-the-galaxy", "en", "How many of the cards have a Trade power on them?"),
        ("race-for-the-galaxy", "de", "Wie viele Siegpunktchips mit einer 1 sind in der Schachtel?"),
        ("race-for-the-galaxy", "es", "¿Cuántas fichas de diez puntos trae la caja?"),
        ("new-frontiers", "en", "How many of the green worlds in the bag are windfall ones?"),
        ("new-frontiers", "en", "Which home colony begins with a yellow good on it?"),
        ("race-for-the-galaxy", "de", "Wie viele Chips zu 10 gibt es?"),
        ("a-new-frontier", "es", "¿Cuántas misiones amarillas hay?"),
        ("a-new-frontier", "en", "How many points for having the most facilities at the end?"),
        ("a-new-frontier", "en", "How many of the archaeotech tokens are re-rolls?"),
    ],
)
def test_what_is_counted_is_counted_by_one_relation_or_by_none(game: str, spoken: str, question: str) -> None:
    with speaking(spoken):
        assert reply(games.load(game), question).rule is None


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule"),
    [
        ("new-frontiers", "es", "¿Cuántas fichas de puntos de valor 10 trae la caja?", "contents"),
        ("new-frontiers", "fr", "Combien de tuiles développement y a-t-il dans la boîte ?", "contents"),
        ("new-frontiers", "en", "how many points for Diversification with four kinds", "goal-tiles"),
        ("race-for-the-galaxy", "en", "How many cards for selling a genes good?", "trade"),
        (
            "race-for-the-galaxy",
            "fr",
            "Combien coûte un monde militaire avec Contact Specialist ?",
            "contact-specialist",
        ),
        ("a-new-frontier", "es", "¿Cuántos puntos da al final una mina de nivel 8?", "titles"),
    ],
)
def test_what_a_relation_states_as_a_whole_is_answered(
    game: str, spoken: str, question: str, rule: str
) -> None:
    with speaking(spoken):
        said = reply(games.load(game), question).rule
    assert said is not None
    assert said.id == rule


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("new-frontiers", "en", "how many victory points is the Alien Oort Cloud Factory itself worth"),
        ("new-frontiers", "en", "Comet Zone - which kind of good comes from it?"),
        ("new-frontiers", "de", "Wie viele Siegpunkte bringt Prosperous Economy am Ende?"),
        ("race-for-the-galaxy", "es", "¿Cuánto cuesta poner Contact Specialist?"),
        ("race-for-the-galaxy", "fr", "Quelle sorte de bien produit Trade League ?"),
        ("race-for-the-galaxy", "en", "how many VP does Merchant World have in its hexagon"),
    ],
)
def test_what_is_printed_on_one_piece_is_no_rule(game: str, spoken: str, question: str) -> None:
    with speaking(spoken):
        assert reply(games.load(game), question).rule is None


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("new-frontiers", "de", "Lohnt es sich eher zu handeln oder zu verbrauchen?"),
        ("new-frontiers", "fr", "Quelle planète de départ est la plus forte ?"),
        ("new-frontiers", "fr", "Combien de points en moyenne pour gagner à deux ?"),
        ("race-for-the-galaxy", "fr", "Quel monde de départ faut-il garder entre les deux ?"),
        ("new-frontiers", "es", "¿Cuál es el mundo más caro?"),
        ("new-frontiers", "en", "Which development costs the most?"),
        ("race-for-the-galaxy", "es", "¿Es fuerte New Military Tactics?"),
        ("a-new-frontier", "en", "Is it worth paying to seize the initiative on turn 2 already?"),
    ],
)
def test_an_opinion_is_never_answered_as_a_rule(game: str, spoken: str, question: str) -> None:
    with speaking(spoken):
        assert reply(games.load(game), question).rule is None


@pytest.mark.parametrize(
    ("spoken", "question", "rule"),
    [
        ("en", "What do I get at a level 3 colony?", ""),
        ("en", "What do I get at a level 7 colony?", "colony"),
        ("de", "Ab wie viel Prestige hab ich 5 Einfluss?", ""),
        ("en", "How much prestige do I need to get up to six influence?", ""),
    ],
)
def test_a_number_of_what_is_numbered_stands_in_the_text_or_it_answers_nothing(
    spoken, question, rule
) -> None:
    with speaking(spoken):
        said = reply(games.load("a-new-frontier"), question).rule
    assert (said.id if said else "") == rule


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("new-frontiers", "en", "What is the highest score anybody has ever made?"),
        ("new-frontiers", "fr", "Combien de points fait un bon joueur à la fin ?"),
        ("new-frontiers", "de", "Wie oft pro Partie darf ich die Gesandten wählen?"),
        ("race-for-the-galaxy", "en", "Is it permitted to trade cards with the player on my left?"),
        ("race-for-the-galaxy", "en", "What's printed on the back of the action cards?"),
        ("race-for-the-galaxy", "es", "Si jugamos con niños, ¿pueden empezar con más cartas?"),
        ("race-for-the-galaxy", "fr", "Peut-on consulter la défausse ?"),
        ("race-for-the-galaxy", "fr", "Quel monde de départ est le numéro 3 ?"),
        ("a-new-frontier", "de", "Auf welchem Planeten startet der Sturm?"),
        ("a-new-frontier", "es", "¿Cuánta influencia da tener catorce de prestigio?"),
        ("a-new-frontier", "fr", "Combien de temps faut-il pour tout installer ?"),
    ],
)
def test_what_people_did_do_or_may_do_beside_the_rules_is_answered_by_none(
    game: str, spoken: str, question: str
) -> None:
    with speaking(spoken):
        assert reply(games.load(game), question).rule is None


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule", "stated"),
    [
        (
            "race-for-the-galaxy",
            "es",
            "¿Hasta cuándo dura mi fuerza militar?",
            "military",
            "hasta que termina",
        ),
        ("race-for-the-galaxy", "en", "Where does a card drawn in another phase go?", "explore", "hand"),
        (
            "race-for-the-galaxy",
            "en",
            "What does Mining League give for a windfall world?",
            "six-cost",
            "1 for",
        ),
        (
            "a-new-frontier",
            "de",
            "Ich bin mit der Planung fertig, kann ich das zurücknehmen?",
            "plan",
            "„Fertig“ gilt",
        ),
        ("a-new-frontier", "fr", "Qui gagne les égalités pendant la partie ?", "turn-order", "égalité"),
        ("a-new-frontier", "en", "Can a conflict end without a winner?", "undefeated", "nobody wins"),
    ],
)
def test_what_the_rulebook_says_beside_the_phases_is_stated(
    game: str, spoken: str, question: str, rule: str, stated: str
) -> None:
    """Race, p. 4 (draws), 5 (Military) and 12; A New Frontier, p. 5 (finished, ties) and 7 (no winner)."""
    with speaking(spoken):
        said = reply(games.load(game), question).rule
    assert said.id == rule
    assert stated in said.text


@pytest.mark.parametrize(
    ("spoken", "question", "rule"),
    [
        ("en", "A level 5 colony gives a tech level once?", "colony"),
        ("es", "Con once de prestigio, ¿cuánta influencia tengo?", ""),
        ("de", "¿Cuánta influencia da prestigio once?", ""),
        ("es", "¿Cuánta influencia tengo con diez de prestigio?", "influence"),
    ],
)
def test_a_numeral_is_one_of_its_own_language(spoken: str, question: str, rule: str) -> None:
    """ "Once" is eleven in Spanish alone; A New Frontier names prestige 10 on p. 2, and level 5 on p. 8."""
    with speaking(spoken):
        said = reply(games.load("a-new-frontier"), question).rule
    assert (said.id if said else "") == rule


@pytest.mark.parametrize(
    ("spoken", "question"),
    [
        ("en", "which card to keep?"),
        ("de", "Welche Karte behalten?"),
        ("fr", "Quelle carte garder ?"),
        ("es", "¿Qué carta conservar?"),
        ("en", "can I look at the discard pile"),
        ("de", "Darf ich in den Ablagestapel gucken?"),
        ("fr", "Puis-je regarder la défausse ?"),
        ("es", "¿Puedo mirar el descarte?"),
        ("en", "may I show my hand to my partner"),
        ("de", "Darf ich meinem Nachbarn meine Karten zeigen?"),
        ("fr", "Montrer ses cartes à son voisin, c’est permis ?"),
        ("es", "¿Puedo enseñar mi mano?"),
        ("en", "how many points does a beginner usually get"),
        ("es", "¿Quién ha ganado más veces?"),
        ("de", "Welche Farbe hat der Startspieler?"),
        ("de", "Wie gewinnt man gegen Onkel Jürgen?"),
    ],
)
def test_what_one_keeps_shows_or_looks_through_is_no_rule_of_race(spoken: str, question: str) -> None:
    with speaking(spoken):
        assert reply(games.load("race-for-the-galaxy"), question).rule is None


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule", "stated"),
    [
        ("new-frontiers", "fr", "L’ordre du tour change quand ?", "round-order", "ne change que par"),
        ("race-for-the-galaxy", "en", "do I need a power to sell", "trade", "It takes no power"),
        ("race-for-the-galaxy", "fr", "Ça dure combien de manches ?", "aim", "7 à 11"),
        ("race-for-the-galaxy", "fr", "Colony Ship, on est obligé de l’utiliser ?", "colony-ship", "Il peut"),
        ("a-new-frontier", "en", "who wins ties", "turn-order", "every tie"),
        ("a-new-frontier", "es", "¿Cuántas acciones tiene cada facción?", "plan", "ocho"),
        ("a-new-frontier", "en", "can my mine go to level 6", "mines", "level 6"),
        ("a-new-frontier", "en", "how much prestige for 1 influence", "influence", "3 prestige are 1"),
        ("a-new-frontier", "de", "Wie viele Missionen liegen aus?", "missions", "vier, sechs oder sieben"),
        ("new-frontiers", "en", "when do i flip a world over", "settle-cost", "turned over"),
        ("new-frontiers", "es", "¿Cuántas acciones tengo ahora si somos dos?", "two-players", "dos"),
        (
            "race-for-the-galaxy",
            "en",
            "can i consume a good that is still in place from last round",
            "consume",
            "any of your worlds",
        ),
        ("race-for-the-galaxy", "en", "Do I have now to discard down to 10?", "round-end", "down to ten"),
    ],
)
def test_what_was_answered_beside_the_question_is_stated(game, spoken, question, rule, stated) -> None:
    """New Frontiers, p. 4 and 6; Race, p. 3, 6 and 9; A New Frontier, p. 2 (influence), 5 (ties, eight
    actions), 6 (levels) and 10 (missions)."""
    with speaking(spoken):
        said = reply(games.load(game), question).rule
    assert said.id == rule
    assert stated in said.text


@pytest.mark.parametrize(
    ("game", "spoken", "question", "rule", "stated"),
    [
        ("a-new-frontier", "en", "What do missions give at the end of the game?", "mission-score", "1 VP"),
        ("a-new-frontier", "es", "¿Qué dan las misiones al final?", "mission-score", "1 PV"),
        ("race-for-the-galaxy", "de", "Wie wählt man die Phase aus?", "round-choose", "geheim"),
        ("new-frontiers", "de", "fuer welche ware gibt es wie viele credits", "trade-sell", "1 Credit"),
    ],
)
def test_what_is_stated_and_not_as_good_as_certain_stands_first(game, spoken, question, rule, stated) -> None:
    with speaking(spoken):
        said = reply(games.load(game), question)
    assert (said.rule or said.nearest[0]).id == rule
    assert stated in (said.rule or said.nearest[0]).text


@pytest.mark.parametrize(
    ("game", "spoken", "question"),
    [
        ("new-frontiers", "de", "Was mache ich am Ende mit meinen Kolonisten?"),
        ("new-frontiers", "en", "what does a military world give at the end"),
        ("new-frontiers", "en", "can I swap my world for one from the bag"),
        ("new-frontiers", "de", "Was ist, wenn zwei Leute das gleiche Plättchen wollen?"),
        ("race-for-the-galaxy", "en", "how many cards did I draw"),
        ("race-for-the-galaxy", "de", "Wie viele Karten sind noch im Stapel?"),
        ("race-for-the-galaxy", "de", "Wie viele Karten darf ich aus der Hand spielen?"),
        ("race-for-the-galaxy", "de", "Darf ich eine Karte aus meiner Auslage ablegen?"),
        ("race-for-the-galaxy", "es", "¿Puedo elegir dos fases?"),
        ("a-new-frontier", "en", "which tactics card is number 7"),
        ("a-new-frontier", "de", "Wie viel kostet ein Schiff?"),
        ("a-new-frontier", "fr", "Peut-on attaquer au tour 1 ?"),
    ],
)
def test_what_is_asked_beside_a_relation_is_not_passed_over(game: str, spoken: str, question: str) -> None:
    with speaking(spoken):
        said = reply(games.load(game), question).rule
    assert said is None, said.id
