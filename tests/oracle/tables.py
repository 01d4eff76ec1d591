"""What is known of a table beside the site: its game by the second reading, and its clock."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounts.models import User
from games.management.commands.verify import differences
from games.models import Game, PlayedMove
from ratings.models import RatingChange

from .clocks import Clock
from .crossing import CrossingGame
from .digifeud import Digifeud
from .elo import expected_changes
from .numeria import Numeria
from .records import begin, options_of

ENOUGH_MOVES = 2
HUNDREDTH = 1.0  # of a rating, which is stored rounded


@dataclass
class Table:
    """A game that is followed. `texts` are the entries of its record with their seats."""

    id: str
    users: list[User]
    is_rated: bool
    now: datetime
    texts: list[tuple[int, str]] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)
    offers: set[int] = field(default_factory=set)
    asks: dict[int, int] = field(default_factory=dict)
    last: tuple[str, dict, int] | None = None
    next_lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        row = Game.objects.get(pk=self.id)
        options = options_of(row.options)
        self.key, self.is_private = row.key, row.is_private
        self.game = begin(row.key, bytes.fromhex(row.seed), options)
        self.clock = Clock(row.time_control, len(self.users), self.now)
        self.times_given = dict.fromkeys(range(len(self.users)), 0)

    # --- what may be done ---

    @property
    def has_computers(self) -> bool:
        return any(user.is_computer for user in self.users)

    @property
    def is_over(self) -> bool:
        return self.game.ending is not None

    def seat_of(self, user: User | None) -> int | None:
        ids = [each.pk for each in self.users]
        return ids.index(user.pk) if user is not None and user.pk in ids else None

    def has_fallen(self, now: datetime, *, is_mover: bool = False) -> bool:
        turn = self.game.turn
        if turn is None or self.users[turn].is_computer:
            return False
        return self.clock.has_fallen(turn, now, is_mover=is_mover)

    def choices(self, seat: int) -> list[int]:
        """The plies of a seat that stand and are plays, swaps or passes."""
        kinds = ("resign", "takeback", "time", "agreement", "aborted")
        return [
            ply
            for ply in self.standing
            if self.texts[ply - 1][0] == seat and self.texts[ply - 1][1].split(" ")[0] not in kinds
        ]

    def last_choice(self, seat: int) -> int | None:
        own = [ply for ply in self.standing if self.texts[ply - 1][0] == seat]
        return own[-1] if own and own[-1] in self.choices(seat) else None

    # --- what was done ---

    def wrote(self, seat: int, text: str, now: datetime, turn: int) -> None:
        """An entry was made when it was the turn of this seat: the clocks, offers, what stands."""
        self.texts.append((seat, text))
        is_back = text.startswith("takeback")
        if is_back:
            ply = int(text.split(" ")[1])
            self.standing = [each for each in self.standing if each < ply]
        else:
            self.standing.append(len(self.texts))
        is_turn_over = seat == turn or self.game.turn != turn
        is_choice = text.split(" ")[0] not in ("resign", "takeback", "time", "agreement", "aborted")
        if is_turn_over and not self.users[turn].is_computer:
            self.clock.stop(turn, now, gains=is_choice and seat == turn)
        if is_back:
            self.clock.take_back(seat)
        if is_turn_over:
            self.clock.began = now
        self.offers.clear()
        self.asks.clear()

    def fall(self, now: datetime) -> None:
        """The flag of who is to move has fallen."""
        turn = self.game.turn
        assert turn is not None
        self.game.close("time")
        self.wrote(turn, "time", now, turn)

    # --- what must be so ---

    def check(self) -> None:
        """What is stored is what the log makes of it, and what the second reading says."""
        row = Game.objects.get(pk=self.id)
        assert list(differences(row)) == []
        entries = list(PlayedMove.objects.filter(game=row).order_by("ply"))
        assert [each.ply for each in entries] == list(range(1, len(self.texts) + 1))
        assert [(each.seat, each.text) for each in entries] == self.texts
        self._check_position(row)
        self._check_clock(row)
        self._check_ratings(row)

    def _check_position(self, row: Game) -> None:
        state, game = row.position, self.game
        assert list(state.scores) == game.scores, "scores"
        assert (row.ply, row.turn) == (len(self.texts), game.turn)
        outcome, ending = state.outcome, game.ending
        assert (outcome is None) == (ending is None), (outcome, ending)
        if outcome is not None and ending is not None:
            ranking = [sorted(place) for place in outcome.ranking]
            assert (outcome.reason, ranking) == (ending.reason, [sorted(p) for p in ending.ranking])
        if isinstance(game, Numeria):
            assert {square: str(n) for square, n in _numeria_board(game).items()} == state.board
            return
        racks = [Counter(bare(tile) for tile in rack) for rack in state.racks]
        assert racks == [Counter(rack) for rack in game.racks], "racks"
        assert [len(bag) for bag in state.stock.bags] == [len(urn.tiles) for urn in game.urns]
        if isinstance(game, Digifeud):
            assert {s: bare(f).replace("?", "") for s, f in state.board.items()} == game.board
        elif isinstance(game, CrossingGame):
            shown = {square: bare(face.lstrip("?")) for square, face in state.board.items()}
            assert shown == {square: tile.face for square, tile in game.board.tiles.items()}
        assert _tiles_of(state, game) == _all_tiles(self, game), "a tile is lost or doubled"

    def _check_clock(self, row: Game) -> None:
        zero = timedelta()
        banks = self.clock.banks if any(self.clock.banks) or row.clock else []
        if row.clock:
            assert list(row.clocks.banks) == banks
        else:
            assert all(bank == zero for bank in banks)
        turn = self.game.turn
        waits = turn is not None and not self.users[turn].is_computer
        assert row.deadline_at == (self.clock.deadline(turn) if waits else None)

    def _check_ratings(self, row: Game) -> None:
        changes = {each.user_id: each for each in RatingChange.objects.filter(game=row)}
        assert RatingChange.objects.filter(game=row).count() == len(changes), "rated twice"
        ending = self.game.ending
        if ending is None or not ending.ranking or not self.is_rated or row.is_private:
            assert changes == {}, "rated too early, or at all"
            return
        if self.has_computers:
            return
        seats = range(len(self.users))
        rated = [seat for seat in seats if len(self.choices(seat)) >= ENOUGH_MOVES]
        is_cut_off = self.key == "digifeud" and ending.reason in ("resign", "time")
        rated = [] if is_cut_off or len(rated) < 2 else rated
        assert set(changes) == {self.users[seat].pk for seat in rated}
        places = [
            next(n for n, place in enumerate(ending.ranking) if seat in place) for seat in rated
        ]
        rows = [changes[self.users[seat].pk] for seat in rated]
        if rows:
            expected = expected_changes([each.before for each in rows], places)
            for each, change in zip(rows, expected, strict=True):
                assert abs(each.after - each.before - change) <= HUNDREDTH


def bare(tile: str) -> str:
    return tile.strip("[]")


def _numeria_board(game: Numeria) -> dict[tuple[int, int], int]:
    """By row from the top and column, as the site keeps it."""
    return {(7 - y, x): number for (x, y), number in game.board.items()}


def _tiles_of(state, game) -> Counter[str]:
    """Every tile that the site holds: on racks, in bags, on the board."""
    found = Counter(bare(t) for rack in state.racks for t in rack)
    found += Counter(bare(t) for bag in state.stock.bags for t in bag.pile)
    free = {"="} if not any("=" in urn.order for urn in game.urns) else set()
    for face in state.board.values():
        if isinstance(game, Digifeud):
            text = bare(face)
            while text:
                is_blank = text[0] == "?"
                found["?" if is_blank else text[0]] += 1
                text = text[2 if is_blank else 1 :]
        else:
            found["?" if face.startswith("?") else bare(face)] += 1
    for tile in free:
        del found[tile]
    return found


def _all_tiles(table: Table, game) -> Counter[str]:
    """Every tile of the set, by the second reading of its table."""
    fresh = begin(table.key, bytes(32), options_of(Game.objects.get(pk=table.id).options))
    found = Counter(tile for rack in fresh.racks for tile in rack)
    return found + Counter(tile for urn in fresh.urns for tile in urn.tiles)
