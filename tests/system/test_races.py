"""Of things that happen at the same moment exactly one happens, on both kinds of database."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import times

from .at_once import expect_verified
from .players import Table, a_move, let_fall, swaps, two_guests
from .visitors import Answer, HeldBack, Visitor

pytestmark = [pytest.mark.system, pytest.mark.wider]

ROUNDS = times(4, 6, 150)
IDENTICAL = times(2, 3, 250)
# From now to the deadline: past, far away, and what takes about as long as to send a post.
OFFSETS = [timedelta(milliseconds=each) for each in (-100, 10, 60_000, 2, 20, 5, 30, 15)]


def at_once(posts: list[HeldBack]) -> list[Answer]:
    """Let go of all the last bytes at one moment, each from a thread of its own."""
    answers: list[Answer | None] = [None] * len(posts)
    barrier = threading.Barrier(len(posts))

    def let_go(number: int) -> None:
        barrier.wait(30)
        posts[number].release()
        answers[number] = posts[number].answer()

    threads = [threading.Thread(target=let_go, args=[n]) for n in range(len(posts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert None not in answers, "a post got no answer"
    return answers


@pytest.fixture(scope="module")
def guests(server: Server) -> Iterator[tuple[Visitor, Visitor]]:
    players = two_guests(server)
    yield players
    for player in players:
        player.leave()


@pytest.fixture
def new_table(server: Server, guests: tuple[Visitor, Visitor]) -> Callable[[], Table]:
    """Seat the guests at a new game."""

    def seated() -> Table:
        opened = Table(server.database, guests)
        opened.sit_down()
        return opened

    return seated


@pytest.fixture
def table(new_table: Callable[[], Table]) -> Table:
    return new_table()


@pytest.fixture(scope="module", autouse=True)
def everything_stored_replays(server: Server) -> Iterator[None]:
    """When all has been tried on a database, what is stored is what the moves make of it."""
    yield
    expect_verified(server)


@pytest.fixture(autouse=True)
def nothing_fails(server: Server) -> Iterator[None]:
    begun_at = len(server.log)
    yield
    assert "Traceback" not in server.log[begun_at:], server.log[begun_at:]


@pytest.mark.fault("F4")
def test_fifty_identical_posts_of_a_move_apply_once_and_all_get_its_answer(
    table: Table, figures: Figures
) -> None:
    for _ in range(figures.add("rounds of 50", IDENTICAL)):
        if table.state.outcome is not None:
            table.sit_down()
        before = table.rows()
        ply, text = len(before) + 1, a_move(table.state)
        expected = table.state.play(table.state.turn, text)
        post = {"ply": ply, "text": text}
        posts = [table.mover.hold_back(table.move_address, **post) for _ in range(50)]
        answers = [asked_again(answer, table, post) for answer in at_once(posts)]
        assert Counter(answer.status for answer in answers) == {200: 50}
        told = {"ok": True, "ply": ply, "move": text, "points": expected.verdict.points}
        assert all(answer.json() == told for answer in answers)
        assert table.rows() == [*before, (ply, table.state.turn, text)]
        table.read()
        assert table.state == expected.after


def asked_again(answer: Answer, table: Table, post: dict[str, object]) -> Answer:
    """What a page gets in the end: told that the server is busy, it posts the same again."""
    while answer.status == 503:
        assert answer.headers["Retry-After"]
        answer = table.mover.post(table.move_address, **post)
    return answer


@pytest.mark.fault("F5")
def test_of_two_different_moves_at_once_one_is_made_and_the_other_is_told(
    table: Table, figures: Figures
) -> None:
    for _ in range(figures.add("rounds", ROUNDS)):
        if table.state.outcome is not None or len(swaps(table.state)) < 2:
            table.sit_down()
        before = table.rows()
        ply, texts = len(before) + 1, two_moves(table)
        address, mover = table.move_address, table.mover
        answers = at_once([mover.hold_back(address, ply=ply, text=text) for text in texts])
        made = [text for text, answer in zip(texts, answers, strict=True) if answer.status == 200]
        told = [answer for answer in answers if answer.status != 200]
        assert [answer.status for answer in told] == [409], [answer.text for answer in answers]
        assert table.rows() == [*before, (ply, table.state.turn, made[0])]
        table.read()
        is_over = table.state.outcome is not None
        assert told[0].json()["code"] == ("game-over" if is_over else "stale")


def two_moves(table: Table) -> list[str]:
    """Two different legal moves."""
    return list(dict.fromkeys([a_move(table.state), *swaps(table.state)]))[:2]


@pytest.mark.fault("F5")
def test_resignation_time_out_and_move_at_once_leave_one_row_and_one_result(
    server: Server, new_table: Callable[[], Table], figures: Figures
) -> None:
    seen: Counter[str] = Counter()
    with Visitor(server) as stranger:
        stranger.get("/")
        for number in range(figures.add("rounds", 2 * ROUNDS)):
            table = new_table()
            seen[_three_endings_at_once(table, stranger, number)] += 1
    for first, count in seen.items():
        figures.add(f"first was {first}", count)
    assert min(seen["time"], seen.total() - seen["time"]) >= ROUNDS // 4, "some rounds were no race"


def _three_endings_at_once(table: Table, stranger: Visitor, number: int) -> str:
    """One round; what came first: `time`, `resign`, or the move's kind."""
    text, mover, address = a_move(table.state), table.mover, table.move_address
    posts = [mover.hold_back(address, ply=1, text=wanted) for wanted in (text, "resign")]
    # The stranger's post is refused, but it touches the game, and so settles the deadline.
    posts.append(stranger.hold_back(address, ply=1, text="pass"))
    let_fall(table, OFFSETS[number % len(OFFSETS)])
    answers = at_once(posts)
    [(ply, seat, stored)] = table.rows()
    assert (ply, seat) == (1, table.state.turn) and stored in (text, "resign", "time")
    statuses = [answer.status for answer in answers]
    made = {text: [200, 409, 403], "resign": [409, 200, 403], "time": [409, 409, 403]}
    assert statuses == made[stored], [answer.text for answer in answers]
    table.read()
    assert bool(table.state.outcome) == (stored != text)
    if table.state.outcome is not None:
        assert table.state.outcome.reason == stored
        assert table.state.outcome.ranking == ((1 - seat,), (seat,))
    assert result(table) == {
        "termination": "" if stored == text else stored,
        "ranks": [None, None] if stored == text else [1 + (s == seat) for s in (0, 1)],
    }
    return stored if stored in ("resign", "time") else "move"


def result(table: Table) -> dict[str, object]:
    """The ending as the columns beside the state tell it."""
    sql = "SELECT termination FROM games_game WHERE id = %s"
    [(termination,)] = table.database.rows(sql, table.game_id)
    sql = "SELECT rank FROM games_player WHERE game_id = %s ORDER BY seat"
    ranks = [rank for (rank,) in table.database.rows(sql, table.game_id)]
    return {"termination": termination, "ranks": ranks}


def test_the_ticker_ends_a_game_that_nobody_touches_and_a_late_move_is_told(table: Table) -> None:
    """Nobody touches the game: the clock alone ends it, and the move comes too late."""
    let_fall(table, timedelta(0))
    wait_until(table.rows, "the ticker ends the game", seconds=20)
    assert [text for _, _, text in table.rows()] == ["time"]
    late = table.mover.move(table.game_id, 1, a_move(table.state))
    assert late.status == 409 and late.json()["code"] == "game-over"
    assert len(table.rows()) == 1


@pytest.mark.fault("F5")
def test_of_two_people_who_accept_an_invitation_at_once_one_gets_the_game(
    server: Server, guests: tuple[Visitor, Visitor], figures: Figures
) -> None:
    with Visitor(server) as inviter:
        inviter.become_guest()
        for _ in range(figures.add("rounds", ROUNDS)):
            invitation = inviter.invite()
            games = count(server, "games_game")
            posts = [each.hold_back(f"{invitation}accept/") for each in guests * 2]
            first, second, first_again, second_again = at_once(posts)
            statuses = first.status, second.status
            assert statuses in ((302, 409), (409, 302)), (first.text, second.text)
            assert statuses == (first_again.status, second_again.status)
            got, told = (first, second) if first.status == 302 else (second, first)
            assert got.headers["Location"].startswith("/games/")
            assert "has accepted this invitation already" in told.json()["message"]
            assert count(server, "games_game") == games + 1


@pytest.mark.fault("F4")
def test_resigning_fifty_times_at_once_ends_the_game_once(table: Table) -> None:
    post = {"ply": 1, "text": "resign"}
    posts = [table.mover.hold_back(table.move_address, **post) for _ in range(50)]
    answers = [asked_again(answer, table, post) for answer in at_once(posts)]
    told = {"ok": True, "ply": 1, "move": "resign", "points": 0}
    assert [(answer.status, answer.json()) for answer in answers] == [(200, told)] * 50
    assert table.rows() == [(1, table.state.turn, "resign")]
    assert result(table)["termination"] == "resign"


@pytest.mark.fault("F5")
def test_a_move_and_the_resignation_of_who_waits_at_once_leave_no_half(
    new_table: Callable[[], Table], guests: tuple[Visitor, Visitor], figures: Figures
) -> None:
    for _ in range(figures.add("rounds", ROUNDS)):
        table = new_table()
        mover, text = table.state.turn, a_move(table.state)
        posts = [(mover, text), (1 - mover, "resign")]
        held = [
            guests[seat].hold_back(table.move_address, ply=1, text=said) for seat, said in posts
        ]
        moved, resigned = at_once(held)
        assert resigned.status == 200, resigned.text
        is_first = moved.status == 409
        written = f"resign {2 - mover}" if is_first else "resign"
        last = (1 if is_first else 2, 1 - mover, written)
        assert table.rows() == ([last] if is_first else [(1, mover, text), last])
        assert result(table)["ranks"] == [1 + (seat != mover) for seat in (0, 1)]


@pytest.mark.fault("F5")
def test_when_both_resign_at_once_one_has_resigned(
    new_table: Callable[[], Table], guests: tuple[Visitor, Visitor], figures: Figures
) -> None:
    for _ in range(figures.add("rounds", ROUNDS // 2)):
        table = new_table()
        held = [each.hold_back(table.move_address, ply=1, text="resign") for each in guests]
        answers = at_once(held)
        assert sorted(answer.status for answer in answers) == [200, 409]
        loser = [answer.status for answer in answers].index(200)
        [(ply, seat, text)] = table.rows()
        assert (ply, seat) == (1, loser) and text.startswith("resign")
        refused = answers[1 - loser].json()
        assert refused["code"] == "game-over" and result(table)["ranks"][loser] == 2


@pytest.mark.fault("F5")
def test_a_move_and_the_calling_off_of_who_waits_at_once_leave_no_half(
    new_table: Callable[[], Table], guests: tuple[Visitor, Visitor], figures: Figures
) -> None:
    for _ in range(figures.add("rounds", ROUNDS)):
        table = new_table()
        mover, text = table.state.turn, a_move(table.state)
        off = f"/games/{table.game_id}/call-off/"
        held = [guests[mover].hold_back(table.move_address, ply=1, text=text)]
        held += [guests[seat].hold_back(off, ply=1) for seat in (1 - mover, 1 - mover)]
        moved, *called_off = at_once(held)
        assert [answer.status for answer in called_off] == [200, 200]
        assert moved.status in (200, 409)
        rows = table.rows()
        assert len(rows) == (2 if moved.status == 200 else 1) and rows[-1][2] == "aborted"
        assert result(table) == {"termination": "aborted", "ranks": [None, None]}


@pytest.mark.fault("F5")
def test_a_move_is_taken_back_once_while_the_computer_answers(
    server: Server, figures: Figures
) -> None:
    with Visitor(server) as guest:
        for _ in range(figures.add("rounds", 1 + ROUNDS // 5)):
            _taken_back_at_once(server, guest)


def _taken_back_at_once(server: Server, guest: Visitor) -> None:
    guest.get("/computer/")
    opened = guest.post("/computer/", key="numerica", computers="Pebble")
    guest.get("/")
    game = opened.headers["Location"].split("/")[2]

    def ply_of_guest() -> int:
        """The number of the next move, if the guest is to make it; else 0."""
        sql = "SELECT turn, ply FROM games_game WHERE id = %s"
        [(turn, ply)] = server.database.rows(sql, game)
        return ply + 1 if turn == 0 else 0

    ply = wait_until(ply_of_guest, "the guest is to move")
    assert guest.move(game, ply, "pass").status == 200
    back = [guest.hold_back(f"/games/{game}/take-back/", move=ply) for _ in range(5)]
    answers = at_once(back)
    assert [answer.status for answer in answers] == [200] * 5
    assert len({answer.text for answer in answers}) == 1
    sql = "SELECT seat, text FROM games_playedmove WHERE game_id = %s ORDER BY ply"
    assert server.database.rows(sql, game)[-1] == (0, f"takeback {ply}")
    assert ply_of_guest()


@pytest.mark.long
@pytest.mark.fault("F5")
def test_when_both_ask_for_a_rematch_at_once_they_meet_in_one_game(
    server: Server,
    new_table: Callable[[], Table],
    guests: tuple[Visitor, Visitor],
    figures: Figures,
) -> None:
    for _ in range(figures.add("rounds", ROUNDS // 2)):
        table = new_table()
        assert table.mover.move(table.game_id, 1, "resign").status == 200
        before = [count(server, name) for name in ("games_invitation", "games_game")]
        address = f"/games/{table.game_id}/rematch/"
        answers = at_once([player.hold_back(address) for player in guests * 2])
        assert [answer.status for answer in answers] == [302] * 4
        after = [count(server, name) for name in ("games_invitation", "games_game")]
        assert after == [number + 1 for number in before]
        reached = {answer.headers["Location"] for answer in answers}
        [begun] = reached - {f"/games/{table.game_id}/"}
        [again] = at_once([guests[0].hold_back(address)])
        assert again.headers["Location"] == begun


def count(server: Server, table: str) -> int:
    [(rows,)] = server.database.rows(f"SELECT COUNT(*) FROM {table}")
    return rows
