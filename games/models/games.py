"""Games, their players, and every move made."""

import json

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from accounts.models import User
from games.models.settings import USUAL_TIME, GameSettings
from games.models.values import unguessable_name
from games.rules import GAMES
from games.rules.clock import Clocks, parse
from games.rules.interface import State
from games.rules.tiles import commitment
from ratings.lists import computer_list, live_list

_RUNS = models.Q(ended_at__isnull=True)
_ENDED = models.Q(ended_at__isnull=False)
_USER = models.Q(user__isnull=False)
_NO_USER = models.Q(user__isnull=True)


class Game(models.Model):
    """A game at a table. `state` is the only truth; `ply`, `turn` and the ending are copies.

    There is no deadline while it is a computer's turn: only our own downtime could make it late.
    `reminder_at` is when a person who is to move by correspondence is reminded of it; None once
    that is done.
    `unrated_because` says why the end of a rated game changed no rating, or not everybody's.
    `seed` and `state` are secret until the end: no template and no log ever receives them.
    `deals_first_play`: seeds were drawn until the first rack of the person had a play.
    A game that begins from a position of another one, its `origin` after `origin_ply` plies, has
    that position as its `initial_state`, with a seed of its own for what is drawn from there on; so
    does one that begins from a position that was set up, which has no origin.
    Of each game there is one rematch at most. Of a private game its players alone may know, when
    it is over too; see `selectors.private_games`. `best_score` is the highest of all seats at the
    end, to be searched for. `clock` are the banks of time as canonical JSON, in milliseconds, where
    the `time_control` has any; the turn that runs began at `turn_began_at`. Of an imported game
    the time control is what its record says, which may be nothing. A game that the staff annulled
    counts for nothing; it stays to be read.
    """

    id = models.CharField(primary_key=True, max_length=20, default=unguessable_name)
    key = models.CharField(max_length=16)
    options = models.CharField(max_length=200, blank=True)
    rated = models.BooleanField(default=False)
    is_private = models.BooleanField(default=False)
    unrated_because = models.CharField(max_length=8, blank=True, default="")
    time_control = models.CharField(max_length=24, blank=True)
    clock = models.TextField(blank=True, default="")
    seed = models.CharField(max_length=64)
    deals_first_play = models.BooleanField(default=False)
    state = models.TextField()
    ply = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(null=True)
    turn_began_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True)
    reminder_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    annulled_at = models.DateTimeField(null=True)
    best_score = models.IntegerField(null=True)
    termination = models.CharField(max_length=16, blank=True)
    is_imported = models.BooleanField(default=False)
    initial_state = models.TextField(blank=True, default="")
    origin = models.ForeignKey("self", models.SET_NULL, null=True)
    origin_ply = models.PositiveIntegerField(default=0)
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch")

    class Meta:
        indexes = [
            models.Index(fields=["deadline_at"], name="game_by_deadline"),
            models.Index(
                fields=["reminder_at"],
                condition=models.Q(reminder_at__isnull=False),
                name="game_by_reminder",
            ),
            models.Index(fields=["-changed_at"], condition=_RUNS, name="running_game_by_change"),
            models.Index(fields=["-ended_at", "-id"], condition=_ENDED, name="game_by_end"),
            models.Index(fields=["key", "-ended_at", "-id"], condition=_ENDED, name="game_by_key"),
            models.Index(
                fields=["termination", "-ended_at", "-id"], condition=_ENDED, name="game_by_ending"
            ),
            models.Index(
                fields=["key", "termination", "-ended_at", "-id"],
                condition=_ENDED,
                name="game_by_key_and_ending",
            ),
            models.Index(fields=["-best_score"], condition=_ENDED, name="game_by_best_score"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_private=False) | models.Q(rated=False),
                name="no_rated_game_is_private",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.id}"

    @property
    def rules(self) -> type[State]:
        """The State class of this game."""
        return GAMES[self.key]

    @property
    def position(self) -> State:
        """The stored state, read."""
        return self.rules.from_json(json.loads(self.state))

    @property
    def is_counted(self) -> bool:
        """Whether it says anything about who plays: played here, from its beginning, openly, and
        not annulled.
        """
        is_elsewhere = self.is_imported or self.initial_state or self.is_private
        return not (is_elsewhere or self.annulled_at)

    @property
    def computer_to_move(self) -> User | None:
        """The computer whose turn it is; None for a person's turn and after the end."""
        for player in self.players.all():
            if player.seat == self.turn and player.is_computer:
                return player.user
        return None

    @property
    def list_key(self) -> str:
        """The list of ratings in which the game counts, by who plays and how fast."""
        if self.has_computers:
            return computer_list(self.key)
        return live_list(self.key) if self.clocks.control.is_live else self.key

    @property
    def has_computers(self) -> bool:
        """Whether a computer sits on any seat."""
        return any(player.is_computer for player in self.players.all())

    @property
    def settings(self) -> GameSettings:
        """What the people agreed on: a rematch has the same."""
        return GameSettings.of(self)

    @property
    def clocks(self) -> Clocks:
        """The players' clocks as they stood when the turn that runs began."""
        stored = json.loads(self.clock) if self.clock else {}
        return Clocks.read(parse(self.time_control or USUAL_TIME), stored)

    @property
    def commitment(self) -> str:
        """What was published about the seed when the game started."""
        return commitment(bytes.fromhex(self.seed))


class Player(models.Model):
    """Who sits on a seat; `score` and `rank` (from 1, at the end) are copies of the state's.

    `offers_draw` is no part of the state and holds until the next move; at a table of several it
    is the consent to call the game off, for there is no draw there. `asks_time` holds as long: 1
    for who asks for more time, 2 for who has got it; `times_given` is how often in this game.
    `hints_taken` counts the plays told about in a game against computers, and `last_hint` are those
    told for the last move of which any was, as canonical JSON. `stuck_ply` is the number of the
    last move for which nothing can be laid. `ended_at` is a copy of the game's, so that the last
    games of a person are found by one index, however many there are. A game that was imported has
    names only: it says nothing about anybody here.
    """

    ASKS, HAS_GOT = 1, 2  # more time

    # Neither key has an index of its own: others begin with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="players", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats", db_index=False
    )
    name = models.CharField(max_length=40, blank=True)
    seat = models.PositiveSmallIntegerField()
    score = models.IntegerField(default=0)
    offers_draw = models.BooleanField(default=False)
    asks_time = models.PositiveSmallIntegerField(default=0)
    times_given = models.PositiveSmallIntegerField(default=0)
    hints_taken = models.PositiveSmallIntegerField(default=0)
    last_hint = models.TextField(blank=True)
    stuck_ply = models.PositiveIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seat"]
        indexes = [
            models.Index(
                fields=["user", "-ended_at", "-game"],
                condition=_USER,
                name="player_by_user_and_end",
            ),
            models.Index(
                Lower("name"),
                models.F("ended_at").desc(),
                models.F("game").desc(),
                condition=_NO_USER,
                name="player_by_imported_name",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.shown_name} in {self.game_id}"

    @property
    def is_computer(self) -> bool:
        """Whether the computer plays for this seat."""
        return self.user is not None and self.user.is_computer

    @property
    def shown_name(self) -> str:
        """The user's name, or the one an imported record gave."""
        return self.user.username if self.user is not None else self.name


class PlayedMove(models.Model):
    """A move made, or an ending that was nobody's move. `text` of a swap is the mover's secret.

    `detail` is the verdict as canonical JSON: the runs, the squares, the bonus. `is_hinted`: the
    mover had asked for a hint, also where that was before a move was taken back. `milliseconds` is
    what the turn took; None for what was made out of turn and where an old game or a record does
    not tell.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=150)
    points = models.IntegerField()
    detail = models.TextField()
    played_at = models.DateTimeField()
    is_hinted = models.BooleanField(default=False)
    milliseconds = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ply"], name="one_move_a_ply"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} of {self.game_id}"
