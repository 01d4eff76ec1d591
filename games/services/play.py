"""Games from start to end: the one write path of every move and every ending."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games import live, selectors
from games.models import Game, PlayedMove, Player, canonical_json
from games.rules import GAMES, clock
from games.rules.interface import Move, State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Outcome, Seat
from games.rules.record import parse_options
from games.rules.refusals import IllegalMove
from games.rules.stock import with_seed
from games.services import outages
from games.services.denied import Denied, require_here, require_openness
from games.services.results import finished_game, stored_move
from games.services.reviews import begin_review
from games.transactions import writing
from ratings import services as ratings

_STALE = gettext_noop("the board has changed since; look again, nothing was played")
_OVER = gettext_noop("the game is over")
_OUT_OF_TIME = gettext_noop("the time for this move has run out; the game is over")
_NOT_A_PLAYER = gettext_noop("only the players of a game can move in it")
_NO_DRAW = gettext_noop("you cannot offer a draw in this game")
_ACCOUNTS_ONLY = gettext_noop("rated games are for registered players; sign up, then accept")


def start_game(
    *,
    key: str,
    users: Sequence[User],
    seed: bytes,
    now: datetime,
    options: str = "",
    rated: bool = False,
    days_per_move: int = clock.DEFAULT_DAYS_PER_MOVE,
    is_private: bool = False,
    are_held: bool = False,
    deals_first_play: bool = False,
    origin: Game | None = None,
    origin_ply: int = 0,
    rematch_of: Game | None = None,
) -> Game:
    """Seat the users in order and deal; who starts and every draw follow from the seed.

    `deals_first_play` says that the seed was chosen for that. With an `origin` the position of
    that game after so many plies is played on instead. Locks the rows of the users, unless they
    `are_held` by a lock that their leaving waits for. The pages of the game that it is a
    `rematch_of` are told. Raises Denied for a rated game that is private or with a guest, and for
    somebody who is gone.
    """
    require_openness(is_private=is_private, rated=rated)
    if rated and any(user.is_guest for user in users):
        raise Denied(403, _ACCOUNTS_ONLY)
    state = GAMES[key].new(seed=seed, options=parse_options(options))
    if origin is not None:
        state = with_seed(selectors.position_before(origin, origin_ply + 1), seed)
    with writing():
        if not are_held:
            require_here(user for user in users if not user.is_computer)
        game = Game(
            key=key,
            options=options,
            rated=rated,
            is_private=is_private,
            days_per_move=days_per_move,
            seed=seed.hex(),
            deals_first_play=deals_first_play,
            state=canonical_json(state.to_json()),
            turn=state.turn,
            started_at=now,
            changed_at=now,
            start=canonical_json(state.to_json()) if origin is not None else "",
            origin=origin,
            origin_ply=origin_ply,
            rematch_of=rematch_of,
        )
        _begin_turn(game, users, now)
        game.save(force_insert=True)
        Player.objects.bulk_create(
            Player(game=game, user=user, seat=seat, score=state.scores[seat])
            for seat, user in enumerate(users)
        )
        if rematch_of is not None:
            live.tell_rematch_changed(rematch_of.id)
    return game


def _begin_turn(game: Game, users: Sequence[User | None], now: datetime) -> None:
    """A person has until a deadline; a computer is called, and has none.

    Who plays against computers alone is looked after.
    """
    computers = [user is not None and user.is_computer for user in users]
    is_computers = game.turn is not None and computers[game.turn]
    game.deadline_at = None if is_computers else clock.deadline(now, game.days_per_move)
    if is_computers:
        live.call_computer(game.id, game.ply)
    elif game.turn is not None and computers.count(False) == 1:
        live.call_adviser(game.id, game.ply)


def play_move(*, game_id: str, user: User | None, ply: int, text: str, now: datetime) -> PlayedMove:
    """Make a move: `ply` is the number it shall have, `now` when it reached the server.

    The same move posted again gets the stored answer again. A resignation counts although others
    have moved meanwhile. Raises Game.DoesNotExist, Denied (not a player), and a Refusal: `stale`
    for a position that is no more, `game-over` after the deadline, or whatever the rules say.
    Opponent and spectators are told after the commit.
    """
    with writing():
        game = locked_game(game_id)
        seat = seat_of(game, user)
        state = game.position
        stored = _made_before(game, state, seat, ply, text)
        if stored is not None:
            return stored
        fell = flag_in(game, state, now)
        if not fell:
            if is_resignation(text):
                require_nothing_own_since(game, state, seat, ply)
            else:
                require_position(game, state, ply)
            return store(game, state.play(seat, text), now)
    raise too_late(game)


def is_resignation(text: str) -> bool:
    """Whether a player gives up with this."""
    return text.strip(" ").lower() == "resign"


def _made_before(game: Game, state: State, seat: Seat, ply: int, text: str) -> PlayedMove | None:
    """The stored move that is posted again; None for another. Raises NotationError.

    How a move is written may depend on the position: it is read in the one in which it was made.
    """
    is_past = 1 <= ply <= game.ply
    if is_past and is_resignation(text):
        made = game.moves.filter(ply__gte=ply, seat=seat, text__startswith="resign")
        return made.first()
    before = selectors.position_before(game, ply) if is_past else state
    with suppress(IllegalMove):
        written = before.check(seat, text).text
        if is_past:
            return game.moves.filter(ply=ply, seat=seat, text=written).first()
    return None


def require_position(game: Game, state: State, ply: int) -> None:
    """Raise IllegalMove `stale` for a post that was meant for another position of the game."""
    if state.outcome is None and ply != game.ply + 1:
        raise IllegalMove("stale", Message(_STALE))


def require_nothing_own_since(game: Game, state: State, seat: Seat, ply: int) -> None:
    """Raise IllegalMove `stale` unless only others have moved since this was to be the next ply."""
    is_known = 1 <= ply <= game.ply + 1
    if state.outcome is None and (
        not is_known or game.moves.filter(ply__gte=ply, seat=seat).exists()
    ):
        raise IllegalMove("stale", Message(_STALE))


def too_late(game: Game) -> IllegalMove:
    """Why nothing was done after the deadline; with several players the others may go on."""
    if game.ended_at is None:
        return IllegalMove("stale", Message(_STALE))
    return IllegalMove("game-over", Message(_OUT_OF_TIME))


def offer_draw(*, game_id: str, user: User | None, ply: int, now: datetime) -> Player:
    """Offer a draw instead of the move with this number; the player who offers, and the game.

    An offer stands beside the State and is void after the next move (M10). When every seat that
    may offer has done so, the game ends by agreement. The same offer again changes nothing.
    Raises Game.DoesNotExist, Denied (not a player, no draws here), and a Refusal: `stale` or
    `game-over`.
    """
    with writing():
        game = locked_game(game_id)
        player = player_of(game, user)
        if (game.termination, game.ply) == ("agreement", ply):
            return player
        state = game.position
        fell = flag_in(game, state, now)
        if not fell:
            _require_draw(game, state, player.seat, ply)
            asked = [seat for seat in range(state.seats) if _may_offer(state, seat)]
            agree(game, state, player, asked, "agreement", now)
            return player
    raise too_late(game)


def _require_draw(game: Game, state: State, seat: Seat, ply: int) -> None:
    """Raise a Refusal or Denied unless this seat may offer a draw in this position."""
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(_OVER))
    if not _may_offer(state, seat) or game.list_key != game.key:  # a computer agrees to nothing
        raise Denied(422, _NO_DRAW)
    require_position(game, state, ply)


def _may_offer(state: State, seat: Seat) -> bool:
    """Whether the rules let this seat agree to a draw now."""
    return bool(state.view(seat)["actions"].get("draw", False))


def agree(
    game: Game, state: State, player: Player, asked: Collection[Seat], reason: str, now: datetime
) -> None:
    """Write an offer that is new; the last one of those asked that was missing ends the game."""
    if player.offers_draw:
        return
    player.offers_draw = True
    player.save(update_fields=["offers_draw"])
    offers = selectors.offers(game)
    if state.turn is not None and set(asked) <= set(offers):
        store(game, state.leave(state.turn, reason), now)
    else:
        live.tell_draw_offered(game.id, game.ply, len(offers))


def flag_fallen(*, game_id: str, now: datetime, is_confirmed: bool = False) -> bool:
    """Take the seat to move out of the game if its deadline has passed; whether it did so now.

    `is_confirmed`: somebody has looked at it, and it falls however many others have passed.
    """
    with writing():
        game = locked_game(game_id)
        return flag_in(game, game.position, now, is_confirmed)


def locked_game(game_id: str) -> Game:
    """The game with its players, its row locked until the transaction ends; Game.DoesNotExist."""
    return _locked_games().get(pk=game_id)


def _locked_games() -> QuerySet[Game]:
    return Game.objects.select_for_update().prefetch_related(selectors.WITH_PLAYERS)


def seat_of(game: Game, user: User | None) -> Seat:
    """Where this user sits; raises Denied."""
    return player_of(game, user).seat


def player_of(game: Game, user: User | None) -> Player:
    """The player that this user is; raises Denied."""
    for player in game.players.all():
        if user is not None and player.user_id == user.pk:  # nobody sits in imported games
            return player
    raise Denied(403, _NOT_A_PLAYER)


def flag_in(game: Game, state: State, now: datetime, is_confirmed: bool = False) -> bool:
    """The one test of a deadline under the lock."""
    if state.turn is None or not _has_fallen(game, now, is_confirmed):
        return False
    store(game, state.leave(state.turn, "time"), now)
    return True


def _has_fallen(game: Game, now: datetime, is_confirmed: bool = False) -> bool:
    """Whether the deadline of a game that is locked has passed, and may be held against anybody."""
    if not clock.has_fallen(game.deadline_at, now):
        return False
    return outages.is_steady(now) if is_confirmed else outages.may_settle(now)


def store(game: Game, move: Move, now: datetime) -> PlayedMove:
    """Write a move or an ending, and the resignations that follow; the move as it is stored."""
    return _write(game, _with_resignations(move, _gone(game)), now)


def _gone(game: Game) -> set[Seat]:
    """The seats whose users have left the site."""
    players = game.players.all()
    return {player.seat for player in players if player.user and not player.user.is_active}


def _with_resignations(move: Move, gone: Collection[Seat]) -> list[Move]:
    """The move, and the resignations of those who are gone from the site and not from the game."""
    return [move, *_resignations(move.after, gone)]


def _resignations(state: State, gone: Collection[Seat]) -> list[Move]:
    moves: list[Move] = []
    for seat in sorted(gone):
        with suppress(IllegalMove):  # it has left before, or the game is over
            moves.append(state.play(seat, "resign"))
            state = moves[-1].after
    return moves


def _write(game: Game, moves: Sequence[Move], now: datetime) -> PlayedMove:
    """The one place where moves and endings are written: rows, snapshot, copies, then told."""
    rows = [stored_move(game, game.ply + number, move, now) for number, move in enumerate(moves, 1)]
    rows[0].is_hinted = _was_hinted(game, rows[0])
    PlayedMove.objects.bulk_create(rows)
    after = moves[-1].after
    game.ply = rows[-1].ply
    game.state = canonical_json(after.to_json())
    game.turn = after.turn
    game.changed_at = now
    _begin_turn(game, [player.user for player in game.players.all()], now)
    _store_players(game, after)
    if after.outcome is not None:
        finish_game(game, after, now)
    game.save()
    live.tell_game_changed(game.id, game.ply)
    if game.termination == "aborted" and game.rematch_of_id is not None:
        live.tell_rematch_changed(game.rematch_of_id)
    return rows[0]


def _was_hinted(game: Game, move: PlayedMove) -> bool:
    """Whether the mover had asked for a hint."""
    movers = (player for player in game.players.all() if player.seat == move.seat)
    return any(selectors.last_hint(mover, move.ply) is not None for mover in movers)


def _store_players(game: Game, state: State) -> None:
    """Scores are copies of the state's; draws that were offered before the move are void."""
    changed = []
    for player in game.players.all():
        new = state.scores[player.seat], False
        if (player.score, player.offers_draw) != new:
            player.score, player.offers_draw = new
            changed.append(player)
    Player.objects.bulk_update(changed, ["score", "offers_draw"])


def leave_games(*, user: User, now: datetime) -> list[str]:
    """Take somebody who goes for good out of all their running games; the names of the games.

    They resign, which counts like any resignation. All games and then all standings are locked in
    order before the first one is written.
    """
    with writing():
        own = Player.objects.filter(user=user).values("game")
        games = _locked_games().filter(pk__in=own, ended_at=None).order_by("pk")
        leaving = [(game, _moves_on_leaving(game, user, now)) for game in games]
        changed = [(game, moves) for game, moves in leaving if moves]
        _lock_standings(changed)
        for game, moves in changed:
            _write(game, moves, now)
    return [game.id for game, _ in changed]


def _moves_on_leaving(game: Game, user: User, now: datetime) -> list[Move]:
    """What happens at once when this user leaves: a deadline that has passed comes first."""
    state, gone = game.position, _gone(game) | {seat_of(game, user)}
    if state.turn is not None and _has_fallen(game, now):
        return _with_resignations(state.leave(state.turn, "time"), gone)
    return _resignations(state, gone)


def settle_gone(now: datetime) -> int:
    """Let all who left the site resign where their seats are held for them; in how many games.

    Nobody is held there who leaves now: these are games of before, and of people who were banned.
    """
    gone = Player.objects.filter(user__is_active=False, user__is_computer=False)
    held = gone.filter(game__ended_at=None).values_list("game", flat=True).distinct()
    return sum(_settle_gone(game_id, now) for game_id in held.order_by("game"))


def _settle_gone(game_id: str, now: datetime) -> bool:
    with writing():
        game = locked_game(game_id)
        state = game.position
        moves = [] if flag_in(game, state, now) else _resignations(state, _gone(game))
        if moves:
            _write(game, moves, now)
    return bool(moves)


def _lock_standings(changed: Sequence[tuple[Game, Sequence[Move]]]) -> None:
    """Lock what the endings of several games will change, as each of them alone would."""
    people: dict[str, set[int]] = {}
    for game, moves in changed:
        outcome = moves[-1].after.outcome
        if outcome is not None and outcome.ranking:
            people.setdefault(game.list_key, set()).update(_people_of(game))
    for key in sorted(people):
        ratings.locked_standings(key, list(people[key]))


def _people_of(game: Game) -> set[int]:
    """The users of a game about whom something is kept when it ends."""
    players = game.players.all()
    return {player.user_id for player in players if player.user_id and not player.is_computer}


def finish_game(game: Game, state: State, now: datetime) -> None:
    """Everything that an ending brings, whichever ending it is, in the ending's transaction."""
    outcome = state.outcome
    if outcome is None:
        return
    game.ended_at = now
    game.deadline_at = None
    game.termination = outcome.reason
    _store_ranks(game, outcome)
    if outcome.ranking:  # a game that was called off is reviewed when somebody asks
        begin_review(game, now)
    if outcome.ranking and game.is_counted:
        game.unrated_because = ratings.record_results(game=finished_game(game, outcome))


def _store_ranks(game: Game, outcome: Outcome) -> None:
    ranks = {seat: rank for rank, seats in enumerate(outcome.ranking, start=1) for seat in seats}
    players = list(game.players.all())
    for player in players:
        player.rank = ranks.get(player.seat)
    Player.objects.bulk_update(players, ["rank"])
