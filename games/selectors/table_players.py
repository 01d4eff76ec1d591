"""The players of a table, with their scores, clocks and last moves."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games.computers.roster import OPPONENTS
from games.models import Game, Player
from games.presentation import boards, sentences, time_text
from games.presentation.models.table import MoveRow, PlayerCard, RackCount, TropeView
from games.rules import clock
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import standing_plies
from games.store import site_time
from games.store.queries import SEAT_MARKS
from ratings.selectors import format_rating, ratings_of


def as_they_are_now(game: Game, cards: Sequence[PlayerCard]) -> list[PlayerCard]:
    """The same cards a while later, of a game that has not changed: ratings and time. One query."""
    ratings = ratings_at(game)
    return [
        replace(card, rating=ratings[card.seat], time_left=_time_left(game, card.deadline))
        for card in cards
    ]


def player_cards(
    game: Game,
    state: State,
    view: Json,
    moves: Sequence[MoveRow],
    seat: Seat | None,
    ratings: Sequence[int | None],
) -> list[PlayerCard]:
    """Who plays, in the order of the turns; on a player's own page the player comes last.

    `moves` led to this position, `view` is what the reader may see of it, and `ratings` are those
    of the seats.
    """
    cards = [
        _card(game, state, view, moves, player, rating, is_you=player.seat == seat)
        for player, rating in zip(game.players.all(), ratings, strict=True)
    ]
    first = 0 if seat is None else seat + 1
    return cards[first:] + cards[:first]


def rack_counts(view: Json, names: Sequence[str], seat: Seat | None) -> tuple[RackCount, ...]:
    """How many tiles each of the others holds."""
    return tuple(
        RackCount(name, rack if isinstance(rack, int) else len(rack))
        for other, (name, rack) in enumerate(zip(names, view["racks"], strict=True))
        if other != seat
    )


def _card(
    game: Game,
    state: State,
    view: Json,
    moves: Sequence[MoveRow],
    player: Player,
    rating: int | None,
    *,
    is_you: bool,
) -> PlayerCard:
    seat, is_turn = player.seat, view["turn"] == player.seat
    rack = view["racks"][seat]
    deadline = game.deadline_at if is_turn and len(moves) == game.ply else None
    return PlayerCard(
        seat=seat,
        mark=SEAT_MARKS[seat],
        name=player.shown_name,
        has_page=player.user is not None and player.user.is_active,
        is_computer=player.is_computer,
        rating=rating,
        is_you=is_you,
        is_turn=is_turn,
        has_left=seat in view.get("left", []),
        turns_away=_turns_away(view, seat),
        score=view["scores"][seat],
        deadline=deadline,
        time_left=_time_left(game, deadline),
        bank=_bank(game, player) if deadline is None and len(moves) == game.ply else "",
        is_live=game.clocks.control.is_live,
        live_bank=_live_bank(game, seat),
        last=_last_move(moves, seat),
        rack=boards.rack(state, rack) if view["outcome"] and rack else (),
        shows_rack=game.ended_at is not None and bool(view["unseen"]),
        taken=_taken_tropes(view, seat),
    )


def _last_move(moves: Sequence[MoveRow], seat: Seat) -> MoveRow | None:
    """The last move of a seat that stands, or the taking back of one."""
    stands = set(standing_plies(move.text for move in moves))
    own = (move for move in reversed(moves) if move.seat == seat)
    return next((move for move in own if move.ply in stands or move.kind == "takeback"), None)


def ratings_at(game: Game) -> list[int | None]:
    """The ratings of the players, in the order of the seats; of computers what is agreed."""
    players = list(game.players.all())
    known = ratings_of([one.user_id for one in players if one.user_id is not None], game.list_key)
    return [_fixed_rating(player) or known.get(player.user_id or 0) for player in players]


def _fixed_rating(player: Player) -> int | None:
    """What a computer's rating is agreed to be; None for people."""
    known = OPPONENTS.get(player.shown_name) if player.is_computer else None
    return format_rating(known.rating) if known is not None else None


def _time_left(game: Game, deadline: datetime | None) -> str:
    if deadline is None or not _is_pressing(game, deadline):
        return ""
    if game.clocks.control.is_live and game.turn is not None:
        return time_text.live_time_until(deadline, game.clocks.bank(game.turn))
    return time_text.time_until(deadline)


def _bank(game: Game, player: Player) -> str:
    """What a person has who waits: a live clock, or the time in reserve of a game between two."""
    if player.is_computer or not game.clocks.banks:
        return ""
    bank = game.clocks.bank(player.seat)
    if game.clocks.control.is_live:
        return time_text.clock_face(bank)
    is_told = game.ended_at is None and len(game.players.all()) == 2
    return time_text.reserve(bank) if is_told else ""


def _live_bank(game: Game, seat: Seat) -> int:
    """Milliseconds that a live clock shows at most; imported games have no clocks that run."""
    is_running = game.clocks.control.is_live and game.clocks.banks
    return clock.milliseconds(game.clocks.bank(seat)) if is_running else 0


def _is_pressing(game: Game, deadline: datetime) -> bool:
    """Whether a clock is to be seen: somebody waits, or hardly a day is left."""
    return not game.has_computers or deadline - site_time.now() < timedelta(days=1)


def _turns_away(view: Json, seat: Seat) -> int | None:
    """How many turns of others come before this seat's; told where more than two still play."""
    left, seats = view.get("left", []), len(view["scores"])
    if view["turn"] is None or seat in left or seats - len(left) < 3:
        return None
    coming = [(view["turn"] + steps) % seats for steps in range(seats)]
    return [other for other in coming if other not in left].index(seat)


def _taken_tropes(view: Json, seat: Seat) -> tuple[TropeView, ...]:
    """Tropes that a seat has taken, drawn as tiles with the names of their patterns."""
    return tuple(
        TropeView(
            tuple(boards.tile(str(number)) for number in trope["numbers"]),
            sentences.translate_stored({"id": trope["name"], "values": trope["values"]}),
        )
        for trope in (view["taken"][seat] if "taken" in view else [])
    )
