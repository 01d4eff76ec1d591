"""People sit down: by invitations, in the lobby, at a computer, at a game that is nearly over."""

from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
)

from games.models import GameSettings, Invitation
from games.rules.record import parse
from games.services.computer_games import start_against_computers
from games.services.quick_pairing import pair_waiting
from games.services.start import start_game
from tests.games.helpers import make_at_once
from tests.played_games import RECORDS

from .people import PEOPLE, People, fresh

MOST_TABLES = 4
TIMES = ["3d", "3d", "1d+2d", "180+2", "300+0", "600+15"]
OPTIONS = {
    "numerica": [""],
    "equate": ["", "players=3", "players=4", "set=advanced", "set=junior", "stage=1", "stage=2",
               "players=3 stage=3"],
    "digifeud": ["", "directions=4 symbols=+-*/", "symbols=+-", "starter=2"],
    "numeria": ["", "strict_primes=on"],
}  # fmt: skip
keys = st.sampled_from(sorted(OPTIONS))
numbers = st.integers(0, 2**32)


class Seats(People):
    """Every way to begin a game."""

    # --- to sit down ---

    @initialize(key=keys, number=numbers)
    def two_play(self, key: str, number: int) -> None:
        dice = self.dice(number)
        time = dice.choice(TIMES)
        self._invite("Ada", key, dice.choice(OPTIONS[key]), time, {"to": "link", "rated": "on"})
        for name in ("Ben", "Cleo", "Dov"):
            self._accept(name, Invitation.objects.latest("created_at"))

    @precondition(lambda self: len(self.tables) < MOST_TABLES)
    @rule(key=keys, number=numbers)
    def invite(self, key: str, number: int) -> None:
        dice = self.dice(number)
        who = dice.choice([*PEOPLE, "guest"])
        more = {"to": dice.choice(["link", "anyone", "name"]), "name": dice.choice(PEOPLE)}
        if dice.random() < 0.4:
            more["rated"] = "on"
        elif dice.random() < 0.2:
            more["private"] = "on"
        self._invite(who, key, dice.choice(OPTIONS[key]), dice.choice(TIMES), more)

    def _invite(self, who: str, key: str, options: str, time: str, more: dict) -> None:
        bank, _, gain = time.partition("+")
        said = {"key": key, **more, "time": bank if "d" in bank else f"{int(bank) // 60}m"}
        said |= {"reserve_days": gain.rstrip("d")} if gain.endswith("d") else {"increment": gain}
        said |= {f"option_{n}": v for n, v in (o.split("=", 1) for o in options.split())}
        self.post(who, "/invitations/new/", None, said)
        self.find_new_games()

    @rule(number=numbers)
    def answer(self, number: int) -> None:
        """Accept, decline or withdraw any invitation, one's own or not."""
        dice = self.dice(number)
        found = list(Invitation.objects.order_by("created_at", "pk"))
        if not found:
            return
        invitation = dice.choice(found)
        who = dice.choice([*PEOPLE, "guest", "stranger"])
        how = dice.choice(["accept", "accept", "accept", "decline", "cancel"])
        if how == "accept":
            if who != "stranger" and len(self.tables) < MOST_TABLES:
                self._accept(who, invitation)
            return
        user = self.users[who]
        is_open = invitation.status == "open" and invitation.expires_at > self.now
        seats = invitation.seats.exclude(user=invitation.inviter_id)
        sits = user is not None and seats.filter(user=user).exists()
        may = sits if how == "decline" else user is not None and user.pk == invitation.inviter_id
        self.post(who, f"/invitations/{invitation.pk}/{how}/", is_open and may, {})

    def _accept(self, who: str, invitation: Invitation) -> None:
        user = self.users[who]
        is_own = user is not None and user.pk == invitation.inviter_id
        sits = user is not None and invitation.seats.filter(user=user).exists()
        is_free = invitation.seats.filter(user=None).exists()
        is_guest = user is None or user.is_guest
        is_open = invitation.status == "open" and invitation.expires_at > self.now
        refused = is_own or not (is_open and (sits or is_free)) or (is_guest and invitation.rated)
        is_plain = is_open and invitation.seen_at is None
        has_begun = sits and invitation.game_id is not None  # who sits is led to the game
        expected = True if has_begun else False if refused else True if is_plain else None
        self.post(who, f"/invitations/{invitation.pk}/accept/", expected, {})
        invitation.refresh_from_db()
        assert (invitation.status == "accepted") == (invitation.game_id is not None)
        self.find_new_games()

    @precondition(lambda self: len(self.tables) < MOST_TABLES)
    @rule(key=keys, number=numbers)
    def press(self, key: str, number: int) -> None:
        """One press in the lobby; and the beat that lets those meet who wait."""
        dice = self.dice(number)
        who = dice.choice([*PEOPLE, "guest"])
        if dice.random() < 0.5:
            self.post(who, "/invitations/anyone/", None, {"key": key})
        else:
            said = {"key": key, "time": dice.choice(["180+2", "600+5", "3d", "1+1"])}
            self.post(who, "/lobby/quick/", None, said)
        pair_waiting(self.now)
        self.find_new_games()

    @precondition(lambda self: len(self.tables) < MOST_TABLES)
    @rule(key=keys, number=numbers)
    def meet_a_computer(self, key: str, number: int) -> None:
        dice = self.dice(number)
        user = fresh(self.users[dice.choice(PEOPLE)])
        time = dice.choice(["3d", "180+2"])
        chosen = GameSettings(key, rated=dice.random() < 0.2, time_control=time)
        start_against_computers(
            chosen, user=user, computers=["Abacus"], now=self.now, seed=dice.randbytes(32)
        )
        self.find_new_games()

    @precondition(lambda self: len(self.tables) < MOST_TABLES)
    @rule(key=keys, left=st.integers(1, 9))
    def sit_at_a_game_that_is_nearly_over(self, key: str, left: int) -> None:
        """A game of the records but for its last plies, which are then played as any others."""
        record = parse(RECORDS[key].read_text())
        users = [fresh(self.users["Ada"]), fresh(self.users["Ben"])]
        game = start_game(
            GameSettings(key, record.headers.get("Options", ""), rated=True, time_control="3d"),
            users=users, seed=bytes.fromhex(record.headers["Seed"]), now=self.now,
        )  # fmt: skip
        self.find_new_games()
        table = self.tables[game.pk]
        lines = record.moves[: max(0, len(record.moves) - left)]
        for line in lines:
            turn = table.game.turn
            table.game.play(turn, line.text)
            table.wrote(turn, line.text, self.now, turn)
        make_at_once(game, lines, self.now)
        table.next_lines = [line.text for line in record.moves[len(lines) :]]
        table.check()
