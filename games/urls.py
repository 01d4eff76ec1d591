"""Addresses of tables, invitations and rules."""

from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("games/", views.watch, name="watch"),
    path("games/archive/", views.archive, name="archive"),
    path("games/<slug:game_id>/", views.table, name="table"),
    path("games/<slug:game_id>/<int:ply>.png", views.picture, name="picture"),
    path("games/<slug:game_id>/move/", views.move, name="move"),
    path("games/<slug:game_id>/draw/", views.draw, name="draw"),
    path("games/<slug:game_id>/check/", views.check, name="check"),
    path("games/<slug:game_id>/live/", views.live, name="live"),
    path("games/<slug:game_id>/text/", views.text, name="text"),
    path("games/<slug:game_id>/record/", views.record, name="record"),
    path("games/<slug:game_id>/rematch/", views.rematch, name="rematch"),
    path("games/<slug:game_id>/next/", views.next_game, name="next"),
    path("games/<slug:game_id>/hint/", views.hint, name="hint"),
    path("games/<slug:game_id>/review/", views.review, name="review"),
    path("games/<slug:game_id>/review/ask/", views.ask_for_review, name="ask_for_review"),
    path("games/<slug:game_id>/try/<int:ply>/", views.retry, name="retry"),
    path("games/<slug:game_id>/try/<int:ply>/check/", views.retry_move, name="retry_move"),
    path("games/<slug:game_id>/play-on/", views.play_on, name="play_on"),
    path("misses/", views.misses, name="misses"),
    path("computer/", views.computer, name="computer"),
    path("invitations/new/", views.new_invitation, name="new_invitation"),
    path("invitations/<slug:invitation_id>/", views.invitation, name="invitation"),
    path("invitations/<slug:invitation_id>/accept/", views.accept, name="accept"),
    path("invitations/<slug:invitation_id>/decline/", views.decline, name="decline"),
    path("invitations/<slug:invitation_id>/cancel/", views.cancel, name="cancel"),
    path("rules/", views.all_rules, name="all_rules"),
    path("rules/<slug:key>/", views.rules, name="rules"),
    path("rules/<slug:key>/board/", views.blank_board, name="blank_board"),
    path("rules/<slug:key>/try/", views.try_move, name="try_move"),
]
