"""Earlier positions: the zones that a page fetches, who may see what in them, and the text to copy."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings
from games.presentation import plain_text, sentences
from games.rules import GAMES
from games.rules.record import Record, parse_options
from games.selectors import tables
from games.services.moves import play_move
from games.services.start import start_game
from ratings.models import RatingChange

from .helpers import WHOLE, play_record, recorded_game, words_of

RECORDS = {
    "numerica": WHOLE,
    "equate for three": recorded_game("equate-three-advanced-left"),
    "digifeud": recorded_game("digifeud-out"),
    "numeria": recorded_game("numeria-tropes"),
}


@pytest.fixture
def played(people):
    """Start the game of a record and make its moves up to this one; all of them, if none is said."""

    def start(record: Record, moves: int | None = None, rated: bool = False) -> Game:
        users = [people.ada, people.ben, people.cleo][: len(record.headers["Scores"].split())]
        game = start_game(
            GameSettings(record.headers["Game"], options=record.headers["Options"], rated=rated),
            users=users,
            seed=bytes.fromhex(record.headers["Seed"]),
            now=timezone.now(),
        )
        moves = len(record.moves) if moves is None else moves
        play_record(game, users, moves, timezone.now(), record)
        game.refresh_from_db()
        return game

    return start


def zones(client, game: Game, ply: int):
    return client.get(f"/games/{game.id}/live/?ply={ply}")


# --- the zones ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("name", ["numerica", "equate for three", "digifeud"])
def test_after_the_end_the_rack_is_the_one_of_the_position_that_is_looked_at(name, played):
    game = played(RECORDS[name])
    for ply in (0, 2, 5):
        shown = tables.replay_table(game.id, 0, ply)
        then = next(player.rack for player in shown.players if player.seat == 0)
        assert shown.hand.tiles == then != []
    now = [tile.symbol for tile in tables.table(game.id, 0).hand.tiles]
    assert now != [tile.symbol for tile in shown.hand.tiles]


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_the_zones_of_an_earlier_position_show_what_its_page_shows(name, played, browser):
    game = played(RECORDS[name], 5)
    for ply in range(6):
        html = zones(browser(), game, ply).content.decode()
        page = browser().get(f"/games/{game.id}/?ply={ply}").content.decode()
        assert re.search(rf'data-ply="{ply}" data-base="-1" data-last="5"\s+data-replay', html)
        for part in (r'(?s)<table class="sheet".*?</table>', r'(?s)id="board".*?</div>\s*</div>'):
            texts = (re.sub(r'\s*(hx-swap-oob="true")?>', ">", text) for text in (html, page))
            shown, whole = (re.search(part, text)[0] for text in texts)
            assert shown == whole
        current = re.findall(r'id="move-(\d+)"[^>]*aria-current', html)
        assert current == ([str(ply)] if ply else [])
        assert len(re.findall(r'id="move-\d+"', html)) == 5


@pytest.mark.parametrize("ply", ["6", "-1", "x", "", "1.0", "99999999999"])
@pytest.mark.parametrize("address", ["", "live/", "text/"])
def test_a_position_that_does_not_exist_is_a_404_that_says_so(address, ply, played, browser):
    game = played(WHOLE, 5)
    response = browser().get(f"/games/{game.id}/{address}?ply={ply}")
    assert response.status_code == 404
    assert "The game has no such move." in words_of(response)


def test_a_game_that_is_not_there_has_no_zones_and_no_text(browser, db):
    for address in ("live/?ply=0", "text/", "text/?ply=0"):
        assert browser().get(f"/games/none/{address}").status_code == 404


def test_a_seat_keeps_its_own_hand_of_now_and_can_do_nothing_with_it(played, people, browser):
    game = played(WHOLE, 5)
    mover = (people.ada, people.ben)[game.turn]
    held = " ".join(sorted(game.position.view(game.turn)["racks"][game.turn]))
    html = zones(browser(mover), game, 2).content.decode()
    hand = re.search(r'(?s)<div id="hand".*?</div>', html)[0]
    assert " ".join(sorted(re.search(r'data-tiles="(.*?) ?"', hand)[1].split())) == held
    for action in ("draft", "play", "swap", "pass"):
        assert f'data-{action}="0"' in hand
    assert re.search(r'id="resign"[^>]* disabled', html) and 'form="take-back"' not in html
    assert 'id="hand"' not in zones(browser(people.cleo), game, 2).content.decode()


@pytest.mark.slow
def test_no_rack_lies_open_before_the_end_and_all_do_after_it(played, browser):
    running, ended = played(WHOLE, 5), played(WHOLE)
    assert "on the rack:" not in zones(browser(), running, 3).content.decode()
    html = zones(browser(), ended, 3).content.decode()
    racks = re.findall(r"(?s)on the rack:\s*<b>(.*?)</b>", html)
    assert len(racks) == 2 and all(len(rack.split()) == 9 for rack in racks)


@pytest.mark.slow
def test_the_result_stays_beside_every_position_of_an_ended_game(played, browser):
    game = played(WHOLE)
    html = zones(browser(), game, 3).content.decode()
    assert "won, 453 to 353" in re.search(r'(?s)<div id="result".*?</div>', html)[0]
    assert "won" not in re.search(r'<span id="told".*?</span>', html)[0]


# --- what a sheet and a status say ---


def sheet_of(game: Game, browser) -> list[str]:
    html = browser().get(f"/games/{game.id}/").content.decode()
    rows = re.findall(r"(?s)<tr><td>(.*?)</tr>", re.search(r'(?s)id="sheet".*?</table>', html)[0])
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


@pytest.mark.parametrize(
    ("name", "ply", "row"),
    [
        ("numerica", 1, "Ada 8D 3 = 6 − 3 (blank: =) +13 13"),
        ("equate for three", 1, "Ben J7 1 = 6 + −5 8 × 2 +16 16"),
        ("equate for three", 2, "Cleo 7H 5² ÷ 1 − −8 an expression, no points 0 0"),
        ("equate for three", 9, "Ada · resigned 0 36"),
        ("digifeud", 1, "Ben G3 7 + 2 = 9 (blank: 9) 9 + 7 for coloured squares +16 16"),
        ("digifeud", 4, "Ada G7 9 × 8 = 72 +72 88"),
        ("numeria", 1, "Ben 36 h8–f8 18, 24, 30, 36 multiples of 6 +1 1"),
        ("numeria", 2, "Ada 33 b3–a4"),
    ],
)
def test_the_sheet_says_where_what_and_how_the_points_came(name, ply, row, played, browser):
    assert sheet_of(played(RECORDS[name]), browser)[ply - 1] == row


@pytest.mark.slow
def test_a_swap_is_a_count_while_the_game_runs(played, browser):
    record = RECORDS["equate for three"]
    assert sheet_of(played(record, 12), browser)[11] == "Ben · swapped 2 tiles 0 35"
    assert re.match(r"Ben · swapped 2 tiles: \S+ \S+ 0 35", sheet_of(played(record), browser)[11])


def test_several_lines_and_a_bonus_are_added_up():
    run = {"kind": "complete", "factor": 2, "tile_points": 9, "bonus": 40, "points": 58}
    other = {"kind": "complete", "factor": 1, "tile_points": 7, "bonus": 0, "points": 7}
    said = sentences.how_points_came(GAMES["equate"], {"runs": [run, other], "bonus": 0})
    assert said == "9 × 2 + 40 for nine tiles + 7"
    expression = {"kind": "expression", "factor": 1, "tile_points": 0, "bonus": 0, "points": 0}
    assert (
        sentences.how_points_came(GAMES["equate"], {"runs": [expression, other], "bonus": 0}) == ""
    )


@pytest.mark.parametrize(
    ("name", "ply", "said"),
    [
        ("digifeud", 1, "Ben played 7 + 2 = 9 at G3, down, for 16. The blank is 9."),
        ("digifeud", 4, "Ada played 9 × 8 = 72 at G7, down, for 72."),
        ("equate for three", 19, "Cleo played ⅞ = ⅞ at S2, down, for 8. The blank is ⅞."),
        ("numeria", 1, "Ben moved 36 h8–f8 and took 18, 24, 30, 36."),
        ("numeria", 2, "Ada moved 33 b3–a4."),
    ],
)
def test_the_status_tells_the_last_move_and_its_blanks(name, ply, said, played, browser):
    html = zones(browser(), played(RECORDS[name]), ply).content.decode()
    assert re.search(r'<span id="told"[^>]*>(.*?)</span>', html)[1].startswith(said)


@pytest.mark.parametrize(
    ("key", "score", "said"),
    [
        ("numerica", 0, "A tie at 0 points"),
        ("equate", 1, "A tie at 1 point"),
        ("numeria", 1, "A tie at 1 of 3"),
    ],
)
def test_a_tie_is_told_in_what_the_game_counts(key, score, said):
    outcome = {"ranking": [[0, 1]], "reason": "passes"}
    assert sentences.result_headline(GAMES[key], ["Ada", "Ben"], outcome, [score, score]) == said


@pytest.mark.slow
def test_a_rated_game_of_digifeud_tells_its_score_beside_the_strength(played, browser):
    game = played(RECORDS["digifeud"], rated=True)
    html = browser().get(f"/games/{game.id}/").content.decode()
    rule = re.escape("/rules/digifeud/#score")
    link = rf'<a href="{rule}">game score (\d+)</a>'
    said = re.findall(rf"<li>\s*(\w+) \S+, now \d+;\s*{link}\s*</li>", html)
    changes = RatingChange.objects.filter(game_id=game.id).order_by("id")
    assert said == [(change.user.username, str(change.match_score)) for change in changes]
    assert len(said) == 2


def test_a_rated_game_without_such_scores_tells_none(played, browser):
    html = browser().get(f"/games/{played(WHOLE, rated=True).id}/").content.decode()
    assert ", now " in html and "game score" not in html


def test_leaving_a_game_for_two_is_told_with_what_it_costs(people, browser):
    now = timezone.now()
    users = [people.ada, people.ben]
    game = start_game(GameSettings("equate"), users=users, seed=bytes(32), now=now)
    play_move(game_id=game.id, user=users[game.turn], ply=1, text="resign", now=now)
    game.refresh_from_db()
    said = words_of(browser().get(f"/games/{game.id}/"))
    loser = ("Ada", "Ben")[game.turn or 0] if game.turn is not None else None
    assert loser is None and "resigned." in said and "won by resignation" in said


# --- the text ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("name", RECORDS)
def test_the_text_of_every_position_has_the_board_and_the_moves(name, played, browser):
    record = RECORDS[name]
    game = played(record)
    for ply in range(0, len(record.moves) + 1, 5):
        response = browser().get(f"/games/{game.id}/text/?ply={ply}")
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        parts = response.content.decode().split("\n\n")
        assert parts[0].endswith(f"After move {ply}")
        layout = game.position.layout
        board = parts[1].split("\n")
        assert board[0].split() == list(layout.columns)
        assert [line.split()[0] for line in board[1:]] == [str(row) for row in layout.rows]
        assert {len(line.split()) for line in board[1:]} == {layout.size + 1}
        moves = [line for line in parts[3].split("\n")] if ply else []
        assert [line.split()[0] for line in moves] == [str(n) for n in range(1, ply + 1)]
        for line, move in zip(moves, record.moves, strict=False):
            assert move.text in line and f"{move.points:+d}" in line


def test_the_text_of_a_position_is_written_exactly_like_this(played, browser):
    game = played(RECORDS["numeria"], 2)
    text = browser().get(f"/games/{game.id}/text/").content.decode()
    assert text == (
        "Numeria\n"
        "After move 2\n\n"
        "   a  b  c  d  e  f  g h\n"
        "8 20  .  .  .  .  .  . .\n"
        "7  .  4 34  1  . 11 28 .\n"
        "6  . 32  2  . 19 13  7 .\n"
        "5  . 31  .  .  . 26 15 .\n"
        "4 33 14 29  .  . 17  6 .\n"
        "3  .  . 16 23 35 12 21 .\n"
        "2  .  9  5 10 25 27 22 .\n"
        "1  8  .  .  .  .  .  . 3\n\n"
        "Ada  0\n"
        "Ben  1\n\n"
        "1  Ben  h8-f8 x c5-f8  +1  1\n"
        "2  Ada  b3-a4          +0  0\n\n"
        "Ben to move.\n"
    )


def test_blanks_fractions_and_two_digits_are_told_apart_in_the_text():
    faces = {"1A": "?7", "1B": "[1/2]", "2C": "[1?3]", "2D": "?[7/8]"}
    lines = plain_text.board_lines(GAMES["digifeud"].layout, faces)
    assert lines[1].split()[:3] == ["1", "?7", "1/2"]
    assert lines[2].split()[:5] == ["2", ".", ".", "1?3", "?7/8"]


@pytest.mark.slow
def test_the_text_hides_swapped_tiles_from_everybody_while_the_game_runs(played, people, browser):
    record = RECORDS["equate for three"]
    game = played(record, 12)
    swapped = record.moves[11].text
    for user in (None, people.ada, people.ben, people.cleo):
        text = browser(user).get(f"/games/{game.id}/text/").content.decode()
        assert "swapped 2 tiles" in text and swapped not in text
    page = browser(people.ben).get(f"/games/{game.id}/").content.decode()
    assert swapped not in re.search(r"(?s)<pre.*?</pre>", page)[0]
    ended = played(record)
    assert swapped in browser().get(f"/games/{ended.id}/text/").content.decode()


@pytest.mark.slow
def test_the_text_tells_how_the_game_ended(played, browser):
    game = played(RECORDS["digifeud"])
    text = browser().get(f"/games/{game.id}/text/").content.decode()
    assert text.endswith("\n\nBen won, 382 to 365.\n")
    assert "won" not in browser().get(f"/games/{game.id}/text/?ply=5").content.decode()
    numerica = browser().get(f"/games/{played(WHOLE).id}/text/").content.decode()
    assert re.search(
        r"won, 453 to 353\.\n\w+ (gains|loses) \d+ for the tiles left over\.", numerica
    )


def test_the_page_of_a_position_has_its_text_for_readers_without_script(played, browser):
    game = played(WHOLE, 5)
    page = browser().get(f"/games/{game.id}/?ply=3").content.decode()
    text = browser().get(f"/games/{game.id}/text/?ply=3").content.decode()
    assert re.search(r"(?s)<pre[^>]*>(.*?)</pre>", page)[1] == text.strip("\n") + "\n"
    assert f'href="/games/{game.id}/?ply=3">Link to this position' in page


def test_names_in_the_text_stand_in_a_page_as_text_only(browser, db):
    users = [User.objects.create_user(name, f"{name}@example.org") for name in ("Ann", "Bob")]
    game = start_game(GameSettings("numerica"), users=users, seed=bytes(32), now=timezone.now())
    lines = plain_text.of_position(game.position, parse_options(""), ["<b>Ann", "Bob"], [])
    assert "<b>Ann  0" in lines and "After move 0" in lines and lines.endswith("to move.\n")
