"""Addresses of tables, invitations and rules."""

from django.urls import path

from games.views import computer_games, invitations, lists, reviews, rules, tables

app_name = "games"

urlpatterns = [
    path("games/", lists.watch, name="watch"),
    path("games/archive/", lists.archive, name="archive"),
    path("games/<slug:game_id>/", tables.table, name="table"),
    path("games/<slug:game_id>/<int:ply>.png", tables.picture, name="picture"),
    path("games/<slug:game_id>/move/", tables.move, name="move"),
    path("games/<slug:game_id>/draw/", tables.draw, name="draw"),
    path("games/<slug:game_id>/call-off/", tables.call_off, name="call_off"),
    path("games/<slug:game_id>/take-back/", tables.take_back, name="take_back"),
    path("games/<slug:game_id>/check/", tables.check, name="check"),
    path("games/<slug:game_id>/live/", tables.live, name="live"),
    path("games/<slug:game_id>/text/", tables.text, name="text"),
    path("games/<slug:game_id>/record/", tables.record, name="record"),
    path("games/<slug:game_id>/rematch/", tables.rematch, name="rematch"),
    path("games/<slug:game_id>/next/", tables.next_game, name="next"),
    path("games/<slug:game_id>/hint/", tables.hint, name="hint"),
    path("games/<slug:game_id>/review/", reviews.review, name="review"),
    path("games/<slug:game_id>/review/ask/", reviews.ask_for_review, name="ask_for_review"),
    path("games/<slug:game_id>/try/<int:ply>/", reviews.retry, name="retry"),
    path("games/<slug:game_id>/try/<int:ply>/check/", reviews.retry_move, name="retry_move"),
    path("games/<slug:game_id>/play-on/", reviews.play_on, name="play_on"),
    path("misses/", reviews.misses, name="misses"),
    path("computer/", computer_games.computer, name="computer"),
    path("invitations/new/", invitations.new_invitation, name="new_invitation"),
    path("invitations/anyone/", invitations.play_anyone, name="play_anyone"),
    path("invitations/<slug:invitation_id>/", invitations.invitation, name="invitation"),
    path("invitations/<slug:invitation_id>/accept/", invitations.accept, name="accept"),
    path("invitations/<slug:invitation_id>/decline/", invitations.decline, name="decline"),
    path("invitations/<slug:invitation_id>/cancel/", invitations.cancel, name="cancel"),
    path("rules/", rules.all_rules, name="all_rules"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("rules/<slug:key>/board/", rules.blank_board, name="blank_board"),
    path("rules/<slug:key>/try/", rules.try_move, name="try_move"),
]
