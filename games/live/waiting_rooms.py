"""The pages of those who wait: for an answer to an invitation, and for a review."""

from collections.abc import Collection
from typing import Protocol

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import translation

from accounts.database_threads import in_drawing_thread
from accounts.models import User
from games.live import broadcasts
from games.live.hub import Message
from games.live.rooms import Page, TendedRoom, only_signed_in
from games.models import Invitation
from games.presentation.models.invitations import InvitationView
from games.selectors import invitations
from games.store import site_time
from games.store.queries import Reader


class ReviewRoom(TendedRoom):
    """All pages that wait for the review of a game."""

    def __init__(self, group: str, game_id: str) -> None:
        super().__init__(group)
        self.game_id = game_id

    async def handle(self, message: Message) -> None:
        """One more move is reviewed or weighed; after the last one the pages show more."""
        await self.look()

    async def look(self) -> None:
        broadcasts.reviews_waited_for.look_at(self.game_id)
        broadcasts.chances_waited_for.look_at(self.game_id)


Who = tuple[int | None, str]
"""Who looks at an invitation, and in which language; None is a stranger."""


class InvitationPage(Page, Protocol):
    """The socket of one page of an invitation."""

    who: Who

    async def show(self, html: str) -> None: ...


class InvitationRoom(TendedRoom):
    """All pages of an invitation: it is read once for all, and drawn once for each reader."""

    def __init__(self, group: str, invitation_id: str) -> None:
        super().__init__(group)
        self.invitation_id = invitation_id

    async def handle(self, message: Message) -> None:
        """A seat taken or given back; the game started; declined or withdrawn."""
        await self.look()

    async def look(self) -> None:
        await self.bring_up_to_date(list(self.listeners))

    async def bring_up_to_date(self, pages: Collection[InvitationPage]) -> None:
        """Show the invitation as it is on those of these pages that show something else."""
        here = await only_signed_in([page for page in pages if not page.lags])
        drawn = await draw_invitation(self.invitation_id, {page.who for page in here})
        for page in here:
            if page.who in drawn:
                await page.show(drawn[page.who])


@in_drawing_thread
def draw_invitation(invitation_id: str, readers: Collection[Who]) -> dict[Who, str]:
    """The invitation as it is shown to each of these readers; nothing to whom it is kept from."""
    try:
        found = invitations.stored_invitation(invitation_id)
    except Invitation.DoesNotExist:
        return {}
    people = User.objects.in_bulk({pk for pk, _ in readers if pk is not None})
    kept_from = invitations.kept_from(found, [pk for pk, _ in readers])
    now, drawn = site_time.now(), {}
    for who in readers:
        if who[0] in kept_from:
            continue
        reader: Reader = people.get(who[0] or 0, AnonymousUser())
        drawn[who] = _draw(invitations.invitation_view(found, reader, now), who[1])
    return drawn


def _draw(shown: InvitationView, language: str) -> str:
    with translation.override(language):
        return render_to_string("games/invitation/_live.html", {"invitation": shown})
