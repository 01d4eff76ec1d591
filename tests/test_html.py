"""Every page is HTML as the standard has it, by the Nu Html Checker, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Invitation
from games.presentation.models.presence import AbsenceView, HereView
from games.selectors import invitations, review_progress
from games.services.rematches import want_rematch
from tests.every_state import Visit, every_state, looks
from tests.games.helpers import ROOT
from tests.html_checker import NuChecker, document
from tests.played_games import NAMES, played
from tests.required import required

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "de")
SKIPPED = 7  # a state is looked at by three or more, each with the page and by htmx
_NAMES = re.compile(r"(?<=/)(@\w+|\w*\d\w*)|\d+")
ICONS = sorted((ROOT / "static").glob("*.svg"))
PLAYED_AMONG_PEOPLE = [
    path
    for path in sorted((ROOT / "tests/rules/playthroughs").glob("*.game"))
    if "takeback" not in path.read_text()  # that is for games against computers
]


@pytest.fixture(scope="session")
def checker() -> Iterator[NuChecker]:
    yield from required(NuChecker, "NUMERICA_REQUIRE_NU")


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


def pages_of(visits: list[Visit], languages: tuple[str, ...]) -> dict[str, str]:
    """What the site answers, by its name; the languages in turn, from one visit to the next."""
    pages = {}
    for number, visit in enumerate(visits):
        language = languages[number % len(languages)]
        answer = visit.answer(language)
        name = f"{number} {visit} in {language}, {answer.status_code}"
        assert answer["Content-Type"].startswith("text/html"), name
        pages[name] = document(answer.content.decode(), language)
    return pages


def said(faults: list) -> str:
    return "\n".join(map(str, faults))


@pytest.mark.slow
def test_the_checker_finds_faults_and_passes_over_htmx(checker, tmp_path):
    wrong = document('<div hx-get="/x" ws-connect="/y"><small><ul></ul></small></div>', "en")
    right = document('<p hx-get="/x" ws-connect="/y" hx-ext="ws">Right</p>', "en")
    squares = '<button type="button" role="gridcell" aria-label="8H, empty"></button>' * 2
    faults = checker.faults(
        {"wrong": wrong, "right": right, "squares": document(squares, "de")}, tmp_path
    )
    assert {fault.page for fault in faults} == {"wrong"}
    assert any("“ul” not allowed as child of element “small”" in fault.words for fault in faults)


@pytest.mark.long
@pytest.mark.slow
def test_no_page_and_no_part_of_one_has_a_fault(checker, tmp_path):
    """Every kind of page in its states, every other one in German, and what needs no page.

    The other looks at the same states are left to the test of any state.
    """
    pages = pages_of(_one_of_each(every_state()), LANGUAGES) | pushed()
    pages |= {icon.name: icon.read_text() for icon in ICONS}
    pages["500"] = render_to_string("500.html")
    faults = checker.faults(pages, tmp_path)
    assert not faults, said(faults)


def _one_of_each(visits: list[Visit]) -> list[Visit]:
    """What is posted, the first look at each kind of address, and one look in `SKIPPED` more."""
    kept, kinds = [], set[tuple[object, ...]]()
    for number, visit in enumerate(visits):
        kind = (_NAMES.sub("", visit.address), visit.reader is None, visit.is_live)
        if visit.posted is not None or kind not in kinds or number % SKIPPED == 0:
            kept.append(visit)
        kinds.add(kind)
    return kept


def pushed() -> dict[str, str]:
    """What only sockets bring, in both languages, each as it may stand on a page."""
    ada = User.objects.get(username="Ada")
    game = Game.objects.filter(players__user=ada, review__isnull=False).first()
    want_rematch(game_id=game.id, user=ada, now=timezone.now())
    pages = {}
    for language in LANGUAGES:
        with translation.override(language):
            for number, text in enumerate(_parts(ada, game)):
                pages[f"part {number} in {language}"] = document(text, language)
    return pages


def _parts(reader: User, game: Game) -> Iterator[str]:
    """Viewers, rematches, invitations, how far reviews are."""
    now = timezone.now()
    absences = [None, AbsenceView("Ben", now, False, 30), AbsenceView("Ben", now, True, 0)]
    for viewers, absence in enumerate(absences):
        here = HereView(viewers, ("Cleo",)[:viewers], (0, 1)[:viewers], absence)
        yield render_to_string("games/table/_here.html", {"here": here, "oob": True})
    for player in game.players.all():
        rematch = invitations.rematch(game.id, player.seat, player.user, now)
        yield render_to_string("games/table/_rematch.html", {"rematch": rematch, "oob": True})
    for invitation in Invitation.objects.all():
        shown = {"invitation": invitations.invitation(invitation.id, reader, now)}
        yield render_to_string("games/invitation/_live.html", shown)
    for reviewed in Game.objects.filter(review__isnull=False):
        shown = {"progress": review_progress.review_progress(reviewed.id), "oob": True}
        yield render_to_string("games/review/_state.html", shown | {"is_waited_for": True})


@pytest.mark.long
def test_no_page_has_a_fault_in_any_state(checker, tmp_path):
    """Every look at every state, each in the language in which no commit sees it."""
    faults = checker.faults(pages_of(every_state(), LANGUAGES[::-1]), tmp_path)
    assert not faults, said(faults)


@pytest.mark.long
@pytest.mark.parametrize("path", PLAYED_AMONG_PEOPLE, ids=lambda path: path.stem)
def test_no_table_of_a_recorded_game_has_a_fault_at_any_time(path: Path, checker, people, tmp_path):
    games = [played(path, people, plies) for plies in (1, 57)]
    visits = [visit for game in games for visit in looks(game, range(0, game.ply, 9))]
    faults = checker.faults(pages_of(visits, LANGUAGES), tmp_path)
    assert not faults, said(faults)
