"""Addresses of the sockets; what is no identifier names no game and no invitation."""

from django.urls import re_path

from accounts.sockets import limit_connections
from games.live import consumers, lobby, screens, sockets

_NAME = r"[A-Za-z0-9]{1,20}"  # as long as models store them, and short enough for a group's name
_GAME = rf"^ws/games/(?P<game_id>{_NAME})/"
_KEY = rf"(?:(?P<key>{_NAME})/)?"  # of a kind of game; none for all
_INVITATION = rf"^ws/invitations/(?P<invitation_id>{_NAME})/"

websocket_urlpatterns = [
    re_path(rf"{_GAME}\Z", limit_connections(consumers.GameConsumer.as_asgi())),
    re_path(rf"{_GAME}review/\Z", limit_connections(consumers.ReviewConsumer.as_asgi())),
    re_path(rf"{_INVITATION}\Z", limit_connections(consumers.InvitationConsumer.as_asgi())),
    re_path(r"^ws/lobby/\Z", limit_connections(lobby.LobbyConsumer.as_asgi())),
    re_path(rf"^ws/tv/{_KEY}\Z", limit_connections(screens.ChannelConsumer.as_asgi())),
    re_path(rf"^ws/wall/{_KEY}\Z", limit_connections(screens.WallConsumer.as_asgi())),
    re_path(r"", sockets.NoSuchSocket.as_asgi()),
]
