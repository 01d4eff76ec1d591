"""What people say at a table: lines in a room, and how many there have been."""

from django.conf import settings
from django.db import models

from games.models.games import Game


class ChatRoom(models.Model):
    """A room of a table in which something was said; `last_number` is that of the latest line.

    Numbers are given under the lock of this row, and none is given twice: a line that is deleted
    leaves a gap. So a page that shows all up to a number knows what is missing.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat_rooms", db_index=False)
    room = models.CharField(max_length=10)
    last_number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "room"], name="one_chat_room_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"room of the {self.room} of {self.game_id}"


class ChatLine(models.Model):
    """A line that somebody said: either one of the phrases, by its key, or own words.

    Lines go with their author's account, and after `store.chat.KEPT_FOR`.
    """

    LONGEST = 500

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat_lines", db_index=False)
    room = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_lines", db_index=False
    )
    phrase = models.CharField(max_length=8, blank=True, default="")
    text = models.CharField(max_length=LONGEST, blank=True, default="")
    said_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["author", "-said_at"], name="chat_line_by_author"),
            models.Index(fields=["said_at"], name="chat_line_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "room", "number"], name="one_chat_line_a_number"
            ),
            models.CheckConstraint(
                condition=(models.Q(phrase="") & ~models.Q(text=""))
                | (models.Q(text="") & ~models.Q(phrase="")),
                name="chat_line_is_phrase_or_words",
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.number} in the {self.room}' room of {self.game_id}"
