"""Addresses of the sockets; what is no identifier names no game and no invitation."""

from django.urls import re_path

from accounts.sockets import limit_connections
from games.live import consumers

_NAME = r"[A-Za-z0-9]{1,20}"  # as long as models store them, and short enough for a group's name
_GAME = rf"^ws/games/(?P<game_id>{_NAME})/"
_INVITATION = rf"^ws/invitations/(?P<invitation_id>{_NAME})/"

websocket_urlpatterns = [
    re_path(rf"{_GAME}\Z", limit_connections(consumers.GameConsumer.as_asgi())),
    re_path(rf"{_GAME}review/\Z", limit_connections(consumers.ReviewConsumer.as_asgi())),
    re_path(rf"{_INVITATION}\Z", limit_connections(consumers.InvitationConsumer.as_asgi())),
    re_path(r"", consumers.NoSuchSocket.as_asgi()),
]
