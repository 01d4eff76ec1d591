"""Games begin: seats, options and the seed."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import Game, Player, canonical_json
from games.rules import GAMES, clock
from games.rules.messages import gettext_noop
from games.rules.record import parse_options
from games.rules.stock import with_seed
from games.services.errors import NotAllowed, lock_active_users, require_openness
from games.services.writing import begin_turn
from games.store import history, notifications
from games.store.transactions import writing

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
    `rematch_of` are told. Raises NotAllowed for a rated game that is private or with a guest, and
    for somebody who is gone.
    """
    require_openness(is_private=is_private, rated=rated)
    if rated and any(user.is_guest for user in users):
        raise NotAllowed(403, _ACCOUNTS_ONLY)
    state = GAMES[key].new(seed=seed, options=parse_options(options))
    if origin is not None:
        state = with_seed(history.position_before(origin, origin_ply + 1), seed)
    with writing():
        if not are_held:
            lock_active_users(user for user in users if not user.is_computer)
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
        begin_turn(game, users, now)
        game.save(force_insert=True)
        Player.objects.bulk_create(
            Player(game=game, user=user, seat=seat, score=state.scores[seat])
            for seat, user in enumerate(users)
        )
        if rematch_of is not None:
            notifications.tell_rematch_changed(rematch_of.id)
    return game
