"""A mail about a notice, or about those of a day: text, HTML, and the board as strangers see it."""

from email.mime.image import MIMEImage

from allauth.account import app_settings
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts import notice_choices, outbox, unsubscribing
from accounts.models import Mail, Notice
from accounts.returns import mail_language
from games.models import Game
from games.presentation import plain_text
from games.presentation.models.letters import BoardInMail, Letter, LineInMail
from games.presentation.models.table import TableView
from games.selectors import preview_images, tables
from games.selectors.notices import UnreadLines, address_of, unread_lines

_WITH_BOARD = (Notice.Kind.TURN, Notice.Kind.TIME, Notice.Kind.OVER)
_PICTURE = "board"  # its Content-ID


class _WithPicture(EmailMultiAlternatives):
    """Its HTML shows what is attached."""

    mixed_subtype = "related"


def letter(mail: Mail, address: str) -> EmailMultiAlternatives | None:
    """The mail, in its reader's language; None where there is nothing to tell any more."""
    with override(mail_language(mail.recipient)):
        unread = unread_lines(mail.recipient, _which(mail))
        return _message(mail, address, unread) if unread.lines else None


def _which(mail: Mail) -> Q:
    if mail.kind != Mail.DIGEST:
        return Q(subject=mail.subject, happened_at=mail.happened_at)
    on = notice_choices.kinds_on(mail.recipient_id, notice_choices.Channel.EMAIL)
    return outbox.gathered_for(mail) & Q(kind__in=on)


def _message(mail: Mail, address: str, unread: UnreadLines) -> EmailMultiAlternatives:
    game_id = unread.lines[0].name if mail.kind in _WITH_BOARD else ""
    table = _table(game_id) if game_id else None
    off = _address_of("accounts:unsubscribe", unsubscribing.token(mail.recipient_id, mail.kind))
    said = Letter(
        name=mail.recipient.username,
        lines=tuple(
            LineInMail(one.text, str(settings.SITE_URL) + address_of(one)) for one in unread.lines
        ),
        more=unread.more,
        notices=_address_of("games:notices"),
        is_digest=mail.kind == Mail.DIGEST,
        board=_board(table) if table is not None else None,
        off=off,
        settings=_address_of("accounts:notice_choices"),
        language=mail_language(mail.recipient),
    )
    context = {"letter": said, "picture": _PICTURE}
    message = _WithPicture(
        subject=_subject(said),
        body=render_to_string("mails/letter.txt", context),
        to=[address],
        headers=_headers(mail, off),
    )
    message.attach_alternative(render_to_string("mails/letter.html", context), "text/html")
    if table is not None:
        _attach(message, preview_images.of_game(table.id, table.ply))
    return message


def _subject(said: Letter) -> str:
    """One line, whatever stands in a name: what follows a line break would be a header."""
    told = _("Your day") if said.is_digest else said.lines[0].text
    return str(app_settings.EMAIL_SUBJECT_PREFIX) + " ".join(told.split())


def _headers(mail: Mail, off: str) -> dict[str, str]:
    """The same Message-ID at each attempt; and the way out by one press (RFC 8058)."""
    return {
        "Message-ID": mail.message_id,
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def _address_of(page: str, *told: str) -> str:
    return str(settings.SITE_URL) + reverse(page, args=told)


def _table(game_id: str) -> TableView | None:
    """What strangers see: no rack, not even the reader's own."""
    try:
        return tables.table(game_id, None)
    except Game.DoesNotExist:
        return None


def _board(table: TableView) -> BoardInMail:
    scores = ", ".join(f"{player.name} {player.score}" for player in table.players)
    values = {"game": table.name, "ply": table.ply, "scores": scores}
    return BoardInMail(
        words=_("The board of %(game)s after move %(ply)s. %(scores)s.") % values,
        last=table.last_move.said if table.last_move is not None else "",
        text=plain_text.without_moves(table.text),
    )


def _attach(message: EmailMultiAlternatives, picture: bytes) -> None:
    """The picture comes with the mail: nothing is fetched from anywhere when it is read."""
    image = MIMEImage(picture, "png")
    image.add_header("Content-ID", f"<{_PICTURE}>")
    image.add_header("Content-Disposition", "inline", filename="board.png")
    message.attach(image)
