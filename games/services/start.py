"""Games begin: seats, options and the seed."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from accounts.models import User
from games import notifications
from games.models import Game, GameSettings, Player, canonical_json
from games.rules import GAMES
from games.rules.clock import Clocks, parse
from games.rules.interface import State
from games.rules.record import parse_options
from games.services import notices
from games.services.errors import ACCOUNTS_ONLY, NotAllowed, lock_active_users, require_openness
from games.services.open_offers import require_few_games
from games.services.writing import begin_turn
from games.store import history
from games.store.transactions import writing

LOOKING_TIME = timedelta(seconds=5)
"""How long a live clock stands at the start, until the pages are there."""


def start_game(
    settings: GameSettings,
    *,
    users: Sequence[User],
    seed: bytes,
    now: datetime,
    are_held: bool = False,
    deals_first_play: bool = False,
    origin: Game | None = None,
    origin_ply: int = 0,
    set_up: State | None = None,
    rematch_of: Game | None = None,
) -> Game:
    """Seat the users in order and deal; who starts and every draw follow from the seed.

    `deals_first_play` says that the seed was chosen for that. With an `origin` the position of
    that game after `origin_ply` plies is played on instead, or a position that was `set_up`, which
    has the seed already. Locks the rows of the users, unless they `are_held` by a lock that their
    leaving waits for. The pages of the game that it is a `rematch_of` are told. Raises NotAllowed
    for a rated game that is private or with a guest, for who is gone or has too many games running.
    """
    _require_fitting(settings, users)
    state = set_up or _first_position(settings, seed, origin, origin_ply)
    with writing():
        if not are_held:
            lock_active_users(user for user in users if not user.is_computer)
        require_few_games(users)
        game = Game(
            **asdict(settings),
            seed=seed.hex(),
            deals_first_play=deals_first_play,
            initial_state=canonical_json(state.to_json()) if origin or set_up else "",
            origin=origin,
            origin_ply=origin_ply,
            rematch_of=rematch_of,
        )
        _deal(game, state, users, now)
        if rematch_of is not None:
            notifications.tell_rematch_changed(rematch_of.id)
    return game


def _require_fitting(settings: GameSettings, users: Sequence[User]) -> None:
    """Raise NotAllowed for a rated game that is private or with a guest."""
    require_openness(settings)
    if settings.rated and any(user.is_guest for user in users):
        raise NotAllowed(403, ACCOUNTS_ONLY)


def _first_position(
    settings: GameSettings, seed: bytes, origin: Game | None, origin_ply: int
) -> State:
    if origin is not None:
        before = history.position_before(origin, origin_ply + 1)
        return before.with_stock(replace(before.stock, seed=seed))
    return GAMES[settings.key].new(seed=seed, options=parse_options(settings.options))


def _deal(game: Game, state: State, users: Sequence[User], now: datetime) -> None:
    """Store the game in its first position, and its players."""
    game.state, game.turn = canonical_json(state.to_json()), state.turn
    game.started_at = game.changed_at = now
    clocks = Clocks.start(parse(game.time_control), len(users))
    game.clock = canonical_json(clocks.stored) if clocks.stored else ""
    begin_turn(game, users, now + (LOOKING_TIME if clocks.control.is_live else timedelta()))
    game.save(force_insert=True)
    Player.objects.bulk_create(
        Player(game=game, user=user, seat=seat, score=state.scores[seat])
        for seat, user in enumerate(users)
    )
    notices.tell_begun(game, users, now)
