"""Chance on the whole way of a write: people do anything at any time, right and wrong.

Each step is a request that a page posts, or what a beat of the server does. A second reading of
the rules tells beforehand whether it counts, and afterwards what is stored. It needs a database
that nothing else uses meanwhile, in which all is undone in the end.
"""

from datetime import timedelta
from random import Random

from django.test import Client
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.models import Game
from games.services.deadlines import settle_overdue
from games.services.moves import play_move
from numerica_site.account_services import delete_account
from tests.games.helpers import HTMX, JSON

from .game import Illegal
from .ideas import idea, spoilt
from .people import COUNTS, PEOPLE, every_row, fresh, new_person
from .sitting_down import MOST_TABLES, Seats, numbers
from .tables import Table

WAITS = [1, 1, 2, 7, 19, 60, 179, 200, 3600, 86_400, 3 * 86_400 - 40, 3 * 86_400 + 5, 15 * 86_400]


class Site(Seats):
    """Games that are played, ended and left in every way, each followed from its first moment."""

    # --- to play ---

    @rule(number=numbers)
    def play(self, number: int) -> None:
        """A move of who is to move: most are legal, some are spoilt."""
        self._play(number)

    @rule(number=numbers)
    def play_on(self, number: int) -> None:
        dice = self.dice(number)
        for _ in range(5):
            self._play(dice.randrange(2**32))

    @rule(number=numbers)
    def play_at_one_table(self, number: int) -> None:
        dice = self.dice(number)
        for _ in range(8):
            self._play(8 * number + 1 + dice.randrange(2**20) * 8 * 840)

    def _play(self, number: int) -> None:
        table, dice = self.table(number), self.dice(number)
        if table.is_over:
            self._try_move(table, dice.choice(PEOPLE), "pass", dice)
            return
        lines = table.next_lines
        chance = dice.random()
        if lines and len(table.texts) and chance < 0.7:
            text = lines.pop(0)
        elif chance < 0.12:
            rack = table.game.racks[table.game.turn]
            count = dice.randint(1, max(1, len(rack)))
            tiles = dice.sample(rack, min(count, len(rack)))
            text = "swap " + "".join(f"[{t}]" if len(t) > 1 else t for t in tiles)
        elif chance < 0.2:
            text = "pass"
        elif chance < 0.215:
            text = "resign"
        else:
            text = idea(table.game, dice)
        if dice.random() < 0.15:
            text = spoilt(text, dice)
        who = self.mover(table)
        if who is None and table.users[table.game.turn].is_computer:
            self._computer_moves(table, text)
        elif who is not None:
            self._try_move(table, who, text, dice)

    def _computer_moves(self, table: Table, text: str) -> None:
        turn, ply = table.game.turn, len(table.texts) + 1
        try:
            table.game.play(turn, text)
        except Illegal:
            return
        made = play_move(game_id=table.id, user=table.users[turn], ply=ply, text=text, now=self.now)
        table.wrote(turn, made.text, self.now, turn)
        table.check()

    def _try_move(self, table: Table, who: str, text: str, dice: Random) -> None:
        seat, ply = table.seat_of(self.users[who]), len(table.texts) + 1
        turn = table.game.turn
        said = {"text": text, "ply": ply}
        fell = table.has_fallen(self.now, is_mover=seat == turn)
        if seat is None or turn is None or fell:
            self._refused_or_too_late(table, who, said, fell and seat is not None, seat == turn)
            return
        try:
            if text.startswith("resign "):
                raise Illegal("an entry of a record; who resigns says no seat")
            points = table.game.play(seat, "resign" if text.strip() == "resign" else text)
        except Illegal:
            self.post(who, f"/games/{table.id}/move/", False, said, **JSON)
            return
        more = JSON if dice.random() < 0.8 else HTMX
        answer = self.post(who, f"/games/{table.id}/move/", True, said, **more)
        if more is JSON:
            told = answer.json()
            assert (told["ply"], told["points"]) == (ply, points), (told, points)
        written = Game.objects.get(pk=table.id).moves.get(ply=ply).text
        table.wrote(seat, written, self.now, turn)
        table.last = (who, said, seat)
        table.check()

    def _refused_or_too_late(
        self, table: Table, who: str, said: dict, fell: bool, is_mover: bool
    ) -> None:
        """Refused; who comes after the deadline finds that the flag has fallen, if it is a move."""
        if not fell:
            self.post(who, f"/games/{table.id}/move/", False, said, **JSON)
            return
        answer = self.clients[who].post(
            f"/games/{table.id}/move/", said, HTTP_HOST="localhost", **JSON
        )
        assert answer.status_code in (409, 422), answer.content
        if answer.status_code == 409:
            assert self.let_fall(table, is_mover=is_mover)
        table.check()

    @precondition(lambda self: self.tables)
    @rule(number=numbers)
    def post_wrongly(self, number: int) -> None:
        dice = self.dice(number)
        again, wrong = self._post_the_last_move_again, self._post_in_the_wrong_ply
        dice.choice([again, wrong, self._somebody_else_posts])(dice.randrange(2**32))

    def _post_the_last_move_again(self, number: int) -> None:
        table = self.table(number)
        last = table.last
        if (
            last is None
            or self.users[last[0]] is None
            or table.seat_of(self.users[last[0]]) is None
        ):
            return
        who, said, _ = last
        if self.users[who].is_active is False:
            return
        before = every_row()
        answer = self.post(who, f"/games/{table.id}/move/", True, said, **JSON)
        assert answer.json()["ply"] == said["ply"]
        assert every_row() == before

    def _post_in_the_wrong_ply(self, number: int) -> None:
        table, dice = self.table(number), self.dice(number)
        who = self.mover(table)
        if who is None or table.has_fallen(self.now, is_mover=True):
            return
        text = idea(table.game, dice)
        wrong = dice.choice([len(table.texts) + 2, 0, 99999])
        self.post(who, f"/games/{table.id}/move/", False, {"text": text, "ply": wrong}, **JSON)

    def _somebody_else_posts(self, number: int) -> None:
        """Who is not to move, who only watches, and who is nobody here: everything is refused."""
        table, dice = self.table(number), self.dice(number)
        if table.has_fallen(self.now):
            return
        others = [who for who in (*PEOPLE, "guest", "stranger") if who != self.mover(table)]
        who = dice.choice(others)
        ply = len(table.texts) + 1
        if table.game.turn is not None:
            said = {"text": idea(table.game, dice), "ply": ply}
            self.post(who, f"/games/{table.id}/move/", False, said, **JSON)
        if table.seat_of(self.users[who]) is None:
            for what in ("draw/", "call-off/", "more-time/"):
                self.post(who, f"/games/{table.id}/{what}", False, {"ply": ply}, **JSON)
            self.post(who, f"/games/{table.id}/take-back/", False, {"move": ply - 1}, **JSON)

    @precondition(lambda self: self.tables)
    @rule(number=numbers)
    def resign(self, number: int) -> None:
        """Somebody gives up, on turn or not."""
        table, dice = self.table(number), self.dice(number)
        if number % 3 or table.has_fallen(self.now):
            return
        seats = [n for n in map(self.name_of, table.users) if n]
        if seats:
            who = dice.choice(seats)
            self._try_move(table, who, "resign", dice)

    # --- what players ask of one another ---

    @precondition(lambda self: self.tables)
    @rule(number=numbers)
    def ask(self, number: int) -> None:
        dice = self.dice(number)
        asks = [self._offer_a_draw, self._take_back, self._ask_for_time, self._want_a_rematch]
        dice.choice([*asks, *asks, self._call_off])(dice.randrange(2**32))

    def _offer_a_draw(self, number: int) -> None:
        table, who = self._one_at_a_table(number)
        if who is None or table.has_fallen(self.now):
            return
        seat, turn, ply = table.seat_of(self.users[who]), table.game.turn, len(table.texts) + 1
        asks = any(value == 1 for value in table.asks.values())
        may = table.key == "numeria" and not table.has_computers and turn is not None and not asks
        was_agreed = table.texts[-1:] and table.texts[-1][1] == "agreement"
        said = {"ply": ply if not was_agreed else ply - 1}
        self.post(who, f"/games/{table.id}/draw/", bool(may or was_agreed), said, **JSON)
        if may:
            table.offers.add(seat)
            if len(table.offers) == len(table.users):
                table.game.close("agreement")
                table.wrote(turn, "agreement", self.now, turn)
        table.check()

    def _call_off(self, number: int) -> None:
        table, who = self._one_at_a_table(number)
        if who is None or table.has_fallen(self.now):
            return
        seat, turn, ply = table.seat_of(self.users[who]), table.game.turn, len(table.texts) + 1
        is_off = table.is_over and table.game.ending.reason == "aborted"
        seats = range(len(table.users))
        asked = [seat] if len(table.users) == 2 else seats
        is_here = turn is not None and seat not in table.game.left
        now = is_here and all(len(table.choices(each)) < 2 for each in asked)
        together = is_here and not now and len(table.users) > 2 and not table.has_computers
        expected = is_off or now or together
        self.post(who, f"/games/{table.id}/call-off/", expected, {"ply": ply}, **JSON)
        if together:
            table.offers.add(seat)
        staying = set(seats) - set(table.game.left)
        if now or (together and staying <= table.offers):
            table.game.close("aborted")
            table.wrote(turn, "aborted", self.now, turn)
        table.check()

    def _take_back(self, number: int) -> None:
        is_again = number % 2 == 0
        table, who = self._one_at_a_table(number)
        if who is None or table.has_fallen(self.now):
            return
        seat, turn = table.seat_of(self.users[who]), table.game.turn
        ply = table.last_choice(seat)
        others = [user.is_computer for each, user in enumerate(table.users) if each != seat]
        may = all(others) and not table.is_rated
        stored = [text for each, text in table.texts if text.startswith("takeback")]
        if is_again and stored and may:
            before = every_row()
            said = {"move": int(stored[-1].split(" ")[1])}
            self.post(who, f"/games/{table.id}/take-back/", True, said, **JSON)
            assert every_row() == before
            return
        is_new = f"takeback {ply}" not in stored
        expected = bool(may and ply and turn is not None and is_new)
        if may and ply and not is_new:
            return  # the stored answer again
        said = {"move": ply or len(table.texts)}
        if not expected and f"takeback {said['move']}" in stored:
            return
        self.post(who, f"/games/{table.id}/take-back/", expected, said, **JSON)
        if expected:
            table.game.take_back(ply)
            table.wrote(seat, f"takeback {ply}", self.now, turn)
        table.check()

    def _ask_for_time(self, number: int) -> None:
        gives = number % 2 == 0
        table, who = self._one_at_a_table(number)
        if who is None or table.has_fallen(self.now):
            return
        seat, ply = table.seat_of(self.users[who]), len(table.texts) + 1
        may = not (table.is_rated or table.is_over or table.has_computers)
        may = may and table.clock.is_live and len(table.users) == 2
        said = {"ply": ply} | ({"give": "1"} if gives else {})
        asks = table.asks
        if gives:
            expected = may and asks.get(1 - seat, 0) in (1, 2)
        else:
            is_free = not table.offers and asks.get(seat) != 2 and table.times_given[seat] < 5
            is_free = is_free and asks.get(1 - seat) != 1
            expected = may and (asks.get(seat) == 1 or is_free)
        self.post(who, f"/games/{table.id}/more-time/", expected, said, **JSON)
        if expected and not gives:
            asks[seat] = 1
        elif expected and asks.get(1 - seat) == 1:
            asks[1 - seat] = 2
            table.times_given[1 - seat] += 1
            table.clock.banks[1 - seat] += timedelta(minutes=1)
        table.check()

    def _one_at_a_table(self, number: int) -> tuple[Table, str | None]:
        table, dice = self.table(number), self.dice(number)
        names = [name for name in map(self.name_of, table.users) if name]
        return table, dice.choice(names) if names else None

    # --- time, and who goes ---

    @rule(seconds=st.sampled_from(WAITS), settles=st.booleans())
    def wait(self, seconds: int, settles: bool) -> None:
        """Time goes by; where the server beats, each flag that has fallen is found."""
        self.now += timedelta(seconds=seconds)
        if settles:
            settle_overdue(self.now)
            for table in self.tables.values():
                if self.let_fall(table):
                    table.check()

    @precondition(lambda self: self.tables)
    @rule(number=numbers)
    def leave_the_site(self, number: int) -> None:
        """An account is deleted: its games end or go on without it; another person comes."""
        if number % 4:
            return
        name = self.dice(number).choice(["Dov", "Cleo", "Ben"])
        user = self.users[name]
        delete_account(fresh(user), self.now)
        for table in self.tables.values():
            seat = table.seat_of(user)
            if seat is None or table.is_over:
                continue
            if self.let_fall(table) and table.is_over:
                continue
            turn = table.game.turn
            if seat not in table.game.left:
                table.game.play(seat, "resign")
                text = "resign" if seat == turn else f"resign {seat + 1}"
                table.wrote(seat, text, self.now, turn)
        for table in self.tables.values():
            table.check()
        self.users[name] = new_person(f"{name}{number % 1000}")
        self.clients[name] = Client()
        self.clients[name].force_login(self.users[name])
        for table in self.tables.values():
            if table.last is not None and table.last[0] == name:
                table.last = None

    def _want_a_rematch(self, number: int) -> None:
        table, who = self._one_at_a_table(number)
        if who is None or len(self.tables) >= MOST_TABLES or table.has_computers:
            return
        is_known = not table.is_over and not table.has_fallen(self.now)
        answer = self.post(who, f"/games/{table.id}/rematch/", False if is_known else None, {})
        if not table.is_over and answer.status_code < 400:  # the flag has fallen: a post finds it
            assert self.let_fall(table)
            table.check()
        self.find_new_games()


def run(histories: int, steps: int, *, part: int = 0, shrinks: bool = True) -> dict[str, int]:
    """Try some histories, of at most this many steps; what they came to. Raises what is wrong.

    Each `part` has histories of its own, the same whenever it is tried.
    """
    COUNTS.update(dict.fromkeys(COUNTS, 0))
    chosen = settings(
        max_examples=histories,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink] if shrinks else [Phase.generate],
    )
    site = seed(part)(type("Site", (Site,), {})) if part else Site
    run_state_machine_as_test(site, settings=chosen)
    return dict(COUNTS)
