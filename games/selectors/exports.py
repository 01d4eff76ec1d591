"""What people may take along: records of finished games, and what they themselves may know."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Exists, Model, OuterRef, QuerySet

from games.models import (
    ChatLine,
    DailyTry,
    FairPlay,
    FairPlayHint,
    Game,
    Invitation,
    LearnedStep,
    PlayedMove,
    Player,
    PracticeRating,
    PracticeRun,
    PracticeTry,
    SeenAnswer,
    TriedMiss,
)
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import result_text
from games.selectors.private_games import games_seen_by
from games.selectors.records import record_text
from games.store import swap_secrecy
from games.store.invitations import WITH_SEATS
from games.store.queries import WITH_PLAYERS, Reader

Address = Callable[[str], str]
"""The address of a game's table, by the name of the game."""

_HAS_THIRD = Exists(Player.objects.filter(game=OuterRef("game"), seat=2))

BATCH = 200  # games read at once: three queries, whatever they hold
MOST_RECORDS = 2000


@dataclass(frozen=True)
class OwnGame:
    """A game as one of its players may keep it: a line for the list, and the game's own file."""

    line: Json
    path: str
    text: str


def to_text(data: Json) -> str:
    """Values of an export as text for people and programs."""
    return json.dumps(data, indent=1, ensure_ascii=False, cls=DjangoJSONEncoder) + "\n"


def records_of(user_id: int, reader: Reader, address: Address) -> Iterator[tuple[str, str]]:
    """The records of somebody's last finished games, as this reader may know of them.

    As files, the newest first.
    """
    ended = games_seen_by(reader).filter(players__user=user_id, ended_at__isnull=False)
    for game in _in_batches(ended.order_by("-ended_at", "-id"), MOST_RECORDS):
        text = record_text(game, address(game.id))
        if text is not None:
            yield f"{game.id}.game", text


def own_games(user_id: int, address: Address) -> Iterator[OwnGame]:
    """All games of somebody, the newest first, with nothing that they may not know themselves."""
    games = Game.objects.filter(players__user=user_id).order_by("-started_at", "-id")
    for game in _in_batches(games):
        seat = next(p.seat for p in game.players.all() if p.user_id == user_id)
        text = record_text(game, address(game.id))
        if text is not None:
            yield OwnGame(_line(game, seat), f"games/{game.id}.game", text)
        else:
            running = to_text(running_game(game, seat))
            folder = "running" if game.ended_at is None else "positions"
            yield OwnGame(_line(game, seat), f"{folder}/{game.id}.json", running)


def _in_batches(games: QuerySet[Game], limit: int | None = None) -> Iterator[Game]:
    names = list(games.values_list("id", flat=True)[:limit])
    for start in range(0, len(names), BATCH):
        batch = names[start : start + BATCH]
        found = Game.objects.prefetch_related(WITH_PLAYERS, "moves").in_bulk(batch)
        yield from (found[name] for name in batch if name in found)


def _line(game: Game, seat: Seat) -> Json:
    """One game in the list: who, when, how it went, and the moves that are one's own."""
    outcome = game.position.outcome
    return {
        "id": game.id,
        "game": game.key,
        "options": game.options,
        "rated": game.rated,
        "private": game.is_private,
        "time_control": game.time_control,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "seat": seat + 1,
        "players": [
            {"seat": player.seat + 1, "name": player.shown_name, "score": player.score}
            for player in game.players.all()
        ],
        "result": result_text(outcome),
        "termination": game.termination,
        "own_moves": [
            {
                "ply": move.ply,
                "move": move.text,
                "points": move.points,
                "played_at": move.played_at,
                "milliseconds": move.milliseconds,
            }
            for move in _moves(game)
            if move.seat == seat
        ],
    }


def running_game(game: Game, seat: Seat) -> Json:
    """A running game as its table shows it to this seat: listed, nothing removed.

    The banks are in milliseconds by seat, as they stood when the turn began; None without any.
    """
    return {
        "id": game.id,
        "game": game.key,
        "options": game.options,
        "commitment": game.commitment,
        "time_control": game.time_control,
        "banks": game.clocks.stored.get("banks"),
        "turn_began_at": game.turn_began_at,
        "deadline_at": game.deadline_at,
        "ply": game.ply,
        "seat": seat + 1,
        "moves": [
            {"ply": move.ply, "seat": move.seat + 1, **_public_move(move, seat)}
            for move in _moves(game)
        ],
        "view": game.position.view(seat),
    }


def _public_move(move: PlayedMove, seat: Seat) -> Json:
    """A move of a running game; of what another swapped, only how many tiles."""
    text = swap_secrecy.public_text(move, seat, is_over=False)
    hidden = swap_secrecy.hidden_tiles(text)
    told = {"move": text} if hidden is None else {"swapped": hidden}
    return {**told, "points": move.points, "milliseconds": move.milliseconds}


def _moves(game: Game) -> Sequence[PlayedMove]:
    """Up to the ply of the snapshot: the rows are read after it."""
    return list(game.moves.all())[: game.ply]


def invitations_of(user_id: int) -> list[Json]:
    """Every invitation that somebody sent, was sent by name, or has a seat of."""
    found = Invitation.objects.filter(seats__user=user_id)
    return [
        {
            "id": one.id,
            "was": "sent" if one.inviter_id == user_id else "received",
            "from": one.inviter.username,
            "seats": [
                {
                    "seat": seat.seat + 1,
                    "name": seat.user.username if seat.user is not None else None,
                    "accepted_at": seat.accepted_at,
                    "page_seen_at": seat.seen_at if seat.user_id == user_id else None,
                }
                for seat in one.seats.all()
            ],
            "listed": one.is_listed,
            "quick": one.is_quick,
            "page_seen_at": one.seen_at,
            "game": one.key,
            "options": one.options,
            "rated": one.rated,
            "private": one.is_private,
            "time_control": one.time_control,
            "status": one.status,
            "created_at": one.created_at,
            "expires_at": one.expires_at,
            "led_to": one.game_id,
        }
        for one in found.select_related("inviter")
        .prefetch_related(WITH_SEATS)
        .order_by("created_at", "id")
    ]


def tries_of(user_id: int) -> list[Json]:
    """The misses that somebody tried again, and when they were solved."""
    found = TriedMiss.objects.filter(user=user_id).order_by("tried_at", "id")
    return [
        {
            "game": one.game_id,
            "ply": one.ply,
            "tried_at": one.tried_at,
            "solved_at": one.solved_at,
            "times_solved_when_due": one.repeats,
            "due_at": one.due_at,
        }
        for one in found
    ]


def fair_play_of(user_id: int) -> list[Json]:
    """What reviews of rated games say of somebody's plays and times, in numbers."""
    found = FairPlay.objects.filter(user=user_id).order_by("id")
    return [
        {
            "game": one.review_id,
            "list": one.key,
            "rating_before": one.rating,
            "judged_moves": one.judged,
            "best_plays": one.best,
            "milliseconds_a_move": {
                "lower_quartile": one.lower,
                "median": one.median,
                "upper_quartile": one.upper,
            },
        }
        for one in found
    ]


def hints_about(user_id: int) -> list[Json]:
    """The hints that the staff got from that; no verdicts."""
    found = FairPlayHint.objects.filter(user=user_id).order_by("id")
    return [
        {
            "list": one.key,
            "found_at": one.found_at,
            "up_to": one.up_to,
            "is_open": one.is_open,
            "games_needed": one.games_needed,
        }
        for one in found
    ]


def steps_of(user_id: int) -> list[Json]:
    """The steps of lessons that somebody has done, and when."""
    found = LearnedStep.objects.filter(user=user_id).order_by("learned_at", "id")
    return [{"game": one.key, "step": one.step, "learned_at": one.learned_at} for one in found]


def daily_of(user_id: int) -> Json:
    """What somebody tried at the puzzles of the days, and whose answers were shown."""
    tries = DailyTry.objects.filter(user=user_id).order_by("tried_at", "id")
    seen = SeenAnswer.objects.filter(user=user_id).order_by("seen_at", "id")
    return {
        "tries": [
            {
                "series": one.series,
                "day": one.day,
                "number": one.number,
                "move": one.move,
                "points": one.points,
                "percent": one.percent,
                "in_time": one.is_in_time,
                "tried_at": one.tried_at,
            }
            for one in tries
        ],
        "answers_seen": [
            {"series": one.series, "day": one.day, "seen_at": one.seen_at} for one in seen
        ],
    }


def practice_of(user_id: int) -> Json:
    """What somebody practised: ratings, answers and runs."""
    ratings = PracticeRating.objects.filter(user=user_id).order_by("key")
    tries = PracticeTry.objects.filter(user=user_id).order_by("tried_at", "id")
    runs = PracticeRun.objects.filter(user=user_id).order_by("begun_at", "id")
    return {
        "ratings": [
            _named(one, "rating", "deviation", "tried", "solved", "changed_at")
            | {"game": one.key, "volatility_in_millionths": one.volatility}
            for one in ratings
        ],
        "answers": [
            _named(one, "asked", "theme", "move", "change", "tried_at")
            | {"game": one.key, "position": one.exercise, "said_yes": one.has_said_yes}
            | {"solved": one.is_solved, "rating_of_the_position": one.rating}
            for one in tries
        ],
        "runs": [
            _named(one, "results", "solved", "begun_at") | {"game": one.key, "positions": one.names}
            for one in runs
        ],
    }


def _named(row: Model, *fields: str) -> Json:
    """The fields of a row that are told by the names they have."""
    return {field: getattr(row, field) for field in fields}


def lines_of(user_id: int) -> list[Json]:
    """What somebody said at tables, and nothing that was answered."""
    found = ChatLine.objects.filter(author=user_id).order_by("said_at", "id")
    return [
        {
            "game": one.game_id,
            "room": one.room,
            "number": one.number,
            "phrase": one.phrase,
            "text": one.text,
            "said_at": one.said_at,
        }
        for one in found
    ]


def running_of(user_id: int) -> int:
    """How many games of somebody run that the person has not left."""
    seats = Player.objects.filter(user=user_id, game__ended_at=None)
    with_two = seats.filter(~_HAS_THIRD).count()  # who leaves one of these ends it
    larger = seats.filter(_HAS_THIRD).select_related("game")
    return with_two + sum(one.seat not in one.game.position.departed for one in larger)
