"""Addresses of the sockets."""

from django.urls import path, re_path

from games import consumers

websocket_urlpatterns = [
    path("ws/games/<slug:game_id>/", consumers.GameConsumer.as_asgi()),
    path("ws/games/<slug:game_id>/review/", consumers.ReviewConsumer.as_asgi()),
    path("ws/invitations/<slug:invitation_id>/", consumers.InvitationConsumer.as_asgi()),
    re_path(r"", consumers.NoSuchSocket.as_asgi()),
]
