"""Bad moves of every game over HTTP: one sentence and the right status, and nothing changes."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.services.moves import play_move
from games.services.start import start_game
from tests.tiers import some_of

from .helpers import HTMX, JSON, all_rows, is_a_sentence, post_move, recorded_game, words_of
from .nasty import BAD_MOVES, NASTY

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("key", BAD_MOVES)
SEED = bytes(range(32))


@pytest.fixture
def started(people):
    """A game of this kind at its start, and who is to move."""

    def made(key: str, options: str = "", players: int = 2, **more) -> tuple[Game, list[User]]:
        dov = User.objects.create_user("Dov", "dov@example.org")
        users = [people.ada, people.ben, dov][:players]
        now = more.pop("now", timezone.now())
        game = start_game(
            GameSettings(key, options=options, **more), users=users, seed=SEED, now=now
        )
        return game, users[game.turn :] + users[: game.turn]

    return made


@pytest.fixture
def only_refused(logged):
    """Try many things that must be refused; every row stays, no log line says ERROR."""

    def tried(attempts):
        before = all_rows()
        for what, response, status in attempts:
            body = response.content.decode()
            assert response.status_code == status, (what, body[-300:])
            assert "Traceback" not in body and "Exception" not in body
        assert all_rows() == before
        assert [record for record in logged if record.levelno >= logging.ERROR] == []

    return tried


def refusals(client, game, texts):
    """Moves posted by a program, and now and then as the page's form and as the live page."""
    for place, text in enumerate(texts):
        for more in (JSON, {}, HTMX) if place % 8 == 0 else (JSON,):
            yield text, post_move(client, game, text, **more), 422


@pytest.mark.slow
@every_game
def test_a_bad_move_is_refused_with_its_code(key, started, browser, only_refused):
    game, (mover, *_) = started(key)
    client = browser(mover)
    only_refused(refusals(client, game, [text for text, _ in BAD_MOVES[key]]))
    for text, code in BAD_MOVES[key]:
        said = client.post(f"/games/{game.id}/check/", {"text": text}, **JSON).json()
        is_not_held = said["code"] == "not-on-rack" and code != "notation"
        assert said["code"] == code or is_not_held, (text, said)
        assert not said["ok"]
        assert said["runs"] or is_a_sentence(said["message"][-150:])  # one names a hundred tiles


@pytest.mark.slow
@pytest.mark.wider
@every_game
def test_nasty_strings_are_never_the_servers_fault(key, started, browser, only_refused):
    game, (mover, *_) = started(key)
    client = browser(mover)
    legal = legal_at_the_start(game)
    tried = some_of(NASTY[[*BAD_MOVES].index(key) :: len(BAD_MOVES)], NASTY)
    texts = [text for text in tried if text.strip(" ") not in legal]
    only_refused(refusals(client, game, texts))
    only_refused(
        (text, post_move(client, game, "resign", text, **JSON), 409) for text in texts[::9]
    )


def legal_at_the_start(game: Game) -> set[str]:
    """Those of the nasty strings that are moves of this game after all, as `Resign` in Numeria."""
    state, legal = game.position, set()
    for text in NASTY:
        try:
            state.check(state.turn, text)
        except Exception:
            continue
        legal.add(text.strip(" "))
    assert len(legal) < 5, legal
    return legal


@pytest.mark.slow(cases="all")
@every_game
@pytest.mark.parametrize("more", [{}, HTMX, JSON], ids=["page", "line", "json"])
def test_the_wrong_person_moment_or_game_is_refused(
    key, more, started, people, browser, only_refused
):
    game, (mover, other) = started(key)
    nowhere = Game(id="nowhere", ply=0)
    moving, waiting, watching = browser(mover), browser(other), browser(people.cleo)
    turn = "e3-e4" if key == "numeria" else "pass"
    attempts = [
        ("turn", waiting, game, turn, 1, 409),
        ("early", waiting, game, "resign", 2, 409),
        ("stale", moving, game, "resign", 2, 409),
        ("stranger", watching, game, "resign", 1, 403),
        ("nobody", browser(), game, "resign", 1, 403),
        ("no game", moving, nowhere, "resign", 1, 404),
    ]
    only_refused(
        (what, post_move(client, where, text, ply=ply, **more), status)
        for what, client, where, text, ply, status in attempts
    )


@pytest.mark.slow(cases="all")
@every_game
def test_a_finished_game_takes_nothing(key, started, browser, only_refused):
    game, (mover, other) = started(key)
    play_move(game_id=game.id, user=mover, ply=1, text="resign", now=timezone.now())
    game.refresh_from_db()
    texts = [BAD_MOVES[key][-1][0], "resign", "pass"]
    for user in (mover, other):
        client = browser(user)
        only_refused(
            (text, post_move(client, game, text, **JSON), expected(text, key)) for text in texts
        )
        address = f"/games/{game.id}/draw/"
        only_refused((ply, client.post(address, {"ply": ply}), 409) for ply in (1, 2))


def expected(text: str, key: str) -> int:
    """A pass that Numeria does not know in this position is no move, in whatever moment."""
    return 422 if (text, key) == ("pass", "numeria") else 409


@pytest.mark.slow
def test_who_has_left_can_do_nothing_more(started, browser, only_refused):
    game, (leaver, mover, third) = started("equate", "players=3", players=3)
    play_move(game_id=game.id, user=leaver, ply=1, text="resign", now=timezone.now())
    game.refresh_from_db()
    client = browser(leaver)
    only_refused((text, post_move(client, game, text), 409) for text in ("pass", "resign"))
    tile = game.position.stock.hands[game.position.departed[0]][0]
    only_refused((text, post_move(client, game, text), 409) for text in [f"swap {tile}"])
    assert "not your turn" in words_of(post_move(client, game, "pass"))


@pytest.mark.slow
def test_a_late_move_of_three_takes_the_seat_out_and_the_others_go_on(started, browser, logged):
    late = timezone.now() - timedelta(days=3, seconds=1)
    game, (mover, *_) = started("equate", "players=3", players=3, now=late)
    response = post_move(browser(mover), game, "pass")
    assert response.status_code == 409
    game.refresh_from_db()
    assert game.ended_at is None and game.moves.get().text == "time"
    assert [record for record in logged if record.levelno >= logging.ERROR] == []


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("key", ["equate", "digifeud"])
def test_no_draw_is_offered_where_there_is_none(key, started, browser, only_refused):
    game, users = started(key)
    for user in users:
        client = browser(user)
        only_refused(
            (ply, client.post(f"/games/{game.id}/draw/", {"ply": ply}, **more), 422)
            for ply in (1, 0, "x", "")
            for more in ({}, HTMX, JSON)
        )


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("ply", ["0", "2", "x", "", "١", "9" * 400, "-1", "1\0", "1.0"])
def test_a_draw_is_offered_in_the_position_that_was_seen(ply, started, browser, only_refused):
    game, users = started("numeria")
    address, clients = f"/games/{game.id}/draw/", [browser(user) for user in users]
    only_refused(("draw", client.post(address, {"ply": ply}), 409) for client in clients)


BAD_OPTIONS = [
    ("equate", {"option_players": "5"}),
    ("equate", {"option_players": "1"}),
    ("equate", {"option_players": "٣"}),
    ("equate", {"option_set": "advanced", "option_stage": "1"}),
    ("equate", {"option_stage": "4"}),
    ("equate", {"option_directions": "4"}),
    ("digifeud", {"option_players": "3"}),
    ("digifeud", {"option_symbols": "+-*/^"}),
    ("digifeud", {"option_directions": "3"}),
    ("digifeud", {"option_starter": "3"}),
    ("numeria", {"option_strict_primes": "maybe"}),
    ("numeria", {"option_": "x"}),
    ("numerica", {"option_players": "2"}),
    ("equate", {"to": "name", "name": "Ben, Ben", "option_players": "3"}),
    ("equate", {"to": "name", "name": "Ben, Cleo", "option_players": "2"}),
    ("equate", {"to": "name", "name": "Ben, Ada", "option_players": "4"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "said"), BAD_OPTIONS)
@pytest.mark.parametrize("more", [{}, HTMX, JSON], ids=["page", "line", "json"])
def test_an_invitation_with_invalid_options_or_people_is_refused(
    key, said, more, people, browser, only_refused
):
    form = {"key": key, "to": "link", "time": "3d"} | said
    client = browser(people.ada)
    only_refused((said, client.post(to, form, **more), 422) for to in ["/invitations/new/"])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("name", ["equate-three-advanced-left", "digifeud-passes"])
def test_a_move_of_a_record_is_refused_when_it_is_made_again_later(
    name, people, browser, only_refused
):
    """The same text for a later ply is another move, and its squares are covered."""
    record = recorded_game(name)
    dov = User.objects.create_user("Dov", "dov@example.org")
    users = [people.ada, people.ben, dov][: len(record.headers["Scores"].split())]
    seed, options = bytes.fromhex(record.headers["Seed"]), record.headers["Options"]
    game = start_game(
        GameSettings(record.headers["Game"], options=options),
        users=users,
        seed=seed,
        now=timezone.now(),
    )
    first = record.moves[0].text
    play_move(game_id=game.id, user=users[game.turn], ply=1, text=first, now=timezone.now())
    game.refresh_from_db()
    client = browser(users[game.turn])
    only_refused((text, post_move(client, game, text), 422) for text in [first])
