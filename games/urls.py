"""Addresses of tables, invitations and rules."""

from django.urls import path, register_converter
from django.urls.converters import SlugConverter

from games.practice.exercises import has_exercises
from games.views import (
    analysis,
    chat,
    computer_games,
    daily,
    invitations,
    lessons,
    lists,
    lobby,
    notices,
    practice,
    practice_questions,
    practice_runs,
    pushes,
    reviews,
    rules,
    table_requests,
    tables,
    times,
)

app_name = "games"


class PractisedGame(SlugConverter):
    """The key of a game that has exercises; no address with another key exists."""

    def to_python(self, value: str) -> str:
        if not has_exercises(value):
            raise ValueError(value)
        return super().to_python(value)


register_converter(PractisedGame, "practised")

urlpatterns = [
    path("games/", lists.watch, name="watch"),
    path("games/archive/", lists.archive, name="archive"),
    path("tv/", lists.television, name="tv"),
    path("tv/<slug:key>/", lists.television, name="channel"),
    path("games/<slug:game_id>/", tables.table, name="table"),
    path("games/<slug:game_id>/<int:ply>.png", tables.picture, name="picture"),
    path("games/<slug:game_id>/move/", tables.move, name="move"),
    path("games/<slug:game_id>/draw/", table_requests.draw, name="draw"),
    path("games/<slug:game_id>/call-off/", table_requests.call_off, name="call_off"),
    path("games/<slug:game_id>/take-back/", tables.take_back, name="take_back"),
    path("games/<slug:game_id>/check/", tables.check, name="check"),
    path("games/<slug:game_id>/live/", tables.live, name="live"),
    path("games/<slug:game_id>/text/", tables.text, name="text"),
    path("games/<slug:game_id>/record/", tables.record, name="record"),
    path("games/<slug:game_id>/rematch/", tables.rematch, name="rematch"),
    path("games/<slug:game_id>/next/", tables.next_game, name="next"),
    path("games/<slug:game_id>/hint/", tables.hint, name="hint"),
    path("games/<slug:game_id>/more-time/", table_requests.time, name="more_time"),
    path("games/<slug:game_id>/claim/", table_requests.claim, name="claim"),
    path("games/<slug:game_id>/chat/", chat.chat, name="chat"),
    path("games/<slug:game_id>/chat/say/", chat.say, name="say"),
    path("games/<slug:game_id>/chat/hide/", chat.hide, name="hide_chat"),
    path("games/<slug:game_id>/review/", reviews.review, name="review"),
    path("games/<slug:game_id>/review/ask/", reviews.ask_for_review, name="ask_for_review"),
    path("games/<slug:game_id>/try/<int:ply>/", reviews.retry, name="retry"),
    path("games/<slug:game_id>/try/<int:ply>/check/", reviews.retry_move, name="retry_move"),
    path("games/<slug:game_id>/analyse/", analysis.of_game, name="analyse_game"),
    path("games/<slug:game_id>/play-on/", reviews.play_on, name="play_on"),
    path("analysis/", analysis.index, name="analyses"),
    path("analysis/<slug:key>/", analysis.board, name="analysis"),
    path("analysis/<slug:key>/set/", analysis.set_up, name="set_position"),
    path("analysis/<slug:key>/ask/", analysis.ask, name="ask_position"),
    path("analysis/<slug:key>/play/", analysis.play, name="play_position"),
    path("daily/", daily.index, name="dailies"),
    path("daily/<slug:key>/", daily.today, name="daily"),
    path("daily/<slug:key>/days/", daily.past, name="daily_days"),
    path("daily/<slug:key>/feed/", daily.feed, name="daily_feed"),
    path("daily/<slug:key>/<int:day>/", daily.day, name="daily_day"),
    path("daily/<slug:key>/<int:day>/check/", daily.check, name="daily_check"),
    path("daily/<slug:key>/<int:day>/try/", daily.make_try, name="daily_try"),
    path("daily/<slug:key>/<int:day>/answer/", daily.show_answer, name="daily_answer"),
    path("daily/<slug:key>/<int:day>/sheet/", daily.sheet, name="daily_sheet"),
    path("practice/", practice.index, name="practices"),
    path("practice/<practised:key>/", practice.game, name="practice"),
    path("practice/<practised:key>/next/", practice.next_one, name="next_exercise"),
    path("practice/<practised:key>/run/", practice_runs.run, name="run"),
    path("practice/<practised:key>/run/begin/", practice_runs.begin, name="begin_run"),
    path(
        "practice/<practised:key>/ask/<slug:asked>/", practice.next_question, name="next_question"
    ),
    path("practice/<practised:key>/<slug:name>/", practice.exercise, name="exercise"),
    path("practice/<practised:key>/<slug:name>/check/", practice.check, name="exercise_check"),
    path("practice/<practised:key>/<slug:name>/try/", practice.make_try, name="exercise_try"),
    path(
        "practice/<practised:key>/<slug:name>/show/", practice.show_solution, name="exercise_show"
    ),
    path("practice/<practised:key>/<slug:name>/run/", practice_runs.answer_run, name="run_answer"),
    path(
        "practice/<practised:key>/<slug:name>/<slug:asked>/",
        practice_questions.question,
        name="question",
    ),
    path(
        "practice/<practised:key>/<slug:name>/<slug:asked>/answer/",
        practice_questions.answer,
        name="answer",
    ),
    path(
        "practice/<practised:key>/<slug:name>/<slug:asked>/find/",
        practice_questions.find,
        name="find",
    ),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read_all, name="read_notices"),
    path("notices/push/", pushes.subscribe, name="subscribe"),
    path("notices/push/end/", pushes.unsubscribe, name="unsubscribe"),
    path("push-worker.js", pushes.worker, name="push_worker"),
    path("now/", times.now, name="now"),
    path("misses/", reviews.misses, name="misses"),
    path("computer/", computer_games.computer, name="computer"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/quick/", lobby.quick, name="quick"),
    path("invitations/new/", invitations.new_invitation, name="new_invitation"),
    path("invitations/anyone/", invitations.play_anyone, name="play_anyone"),
    path("invitations/<slug:invitation_id>/", invitations.invitation, name="invitation"),
    path("invitations/<slug:invitation_id>/accept/", invitations.accept, name="accept"),
    path("invitations/<slug:invitation_id>/decline/", invitations.decline, name="decline"),
    path("invitations/<slug:invitation_id>/cancel/", invitations.cancel, name="cancel"),
    path(
        "invitations/<slug:invitation_id>/computer/",
        lobby.computer_instead,
        name="computer_instead",
    ),
    path("learn/", lessons.lessons, name="lessons"),
    path("learn/put-away/", lessons.put_away, name="put_lessons_away"),
    path("learn/<slug:key>/", lessons.lesson, name="lesson"),
    path("learn/<slug:key>/<int:number>/", lessons.step, name="step"),
    path("learn/<slug:key>/<int:number>/check/", lessons.try_step, name="try_step"),
    path("rules/", rules.all_rules, name="all_rules"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("rules/<slug:key>/board/", rules.blank_board, name="blank_board"),
    path("rules/<slug:key>/try/", rules.try_move, name="try_move"),
]
