"""States of the site that `every_page` does not show, and how to look at each of them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from io import StringIO
from urllib.parse import urlencode

from django.core import mail
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest, make_computers
from games.computers import roster
from games.daily.puzzles import puzzles
from games.engine.position_links import position_of
from games.models import Analysis, Game, GameSettings, Invitation, PracticeRun, ReviewedMove
from games.practice.exercises import exercises
from games.practice.runs import TIME
from games.presentation.tutorials import TUTORIALS
from games.review import Luck
from games.rules import GAMES
from games.rules.record import parse, parse_options
from games.selectors.review_progress import to_weigh
from games.services.analyses import ask, store_analysis
from games.services.chat import say
from games.services.computer_games import start_against_computers
from games.services.deep_reviews import store_weighed_move
from games.services.hints import say_stuck
from games.services.invitations import (
    accept_invitation,
    cancel_invitation,
    create_invitation,
    decline_invitation,
)
from games.services.moves import play_move
from games.services.practice import begin_run
from games.services.quick_pairing import press_quick
from games.services.start import start_game
from games.store.analyses import analysis_name, state_text
from tests.every_page import asked_of, every_page
from tests.games.deepened import chances
from tests.played_games import (
    NAMES,
    RECORDS,
    SHORT,
    called_off,
    drawn,
    flagged,
    left_out_of_turn,
    on_turn,
    played,
    recorded,
    taken_back,
)

TRIED = {
    "numerica": ("8F 3+3=6", "10H 2+2=4", "10H 2+=2", "swap 7", "pass", "resign", "nonsense"),
    "equate": ("10J 7", "12L 2+2=4", "12L 1/0=1", "swap 7", "pass", "resign", "nonsense"),
    "digifeud": ("7I .-9=[63]", "9I 3+4=7", "9I 3/2=1", "pass", "resign", "nonsense"),
    "numeria": ("e3-e4", "d7-d5", "a8-a3", "a8-a8", "pass", "resign", "nonsense"),
}
"""Drafts that the referee likes, that need a choice, and that are wrong in some way."""
LIVE = {"HTTP_HX_REQUEST": "true"}


@dataclass(frozen=True)
class Visit:
    """One look at an address: by whom, and what is posted, if anything; `live` by htmx."""

    address: str
    reader: User | None = None
    posted: Mapping[str, str] | None = None
    is_live: bool = False
    cookies: Mapping[str, str] = field(default_factory=dict)

    def answer(self, language: str, **settings: bool) -> HttpResponse:
        """What the site answers in this language."""
        client = Client(**settings)
        if self.reader is not None:
            client.force_login(self.reader)
        client.cookies.load(dict(self.cookies))
        more = {"HTTP_ACCEPT_LANGUAGE": language, **(LIVE if self.is_live else {})}
        if self.posted is not None:
            return client.post(self.address, self.posted, follow=True, **more)
        return client.get(self.address, follow=True, **more)

    def __str__(self) -> str:
        how = f" posting {dict(self.posted)}" if self.posted is not None else ""
        return f"{self.address} for {self.reader or 'nobody'}{how}{' live' * self.is_live}"


def every_state() -> list[Visit]:
    """All pages of `every_page`, then what else a page or a part of one may look like."""
    pages = [Visit(address, reader) for address, reader in every_page()]
    make_computers()
    people = [User.objects.get(username=name) for name in NAMES]
    return [
        *pages,
        *_tables(people),
        *_reviews(people),
        *_against_computers(people[0]),
        *_drafts(),
        *_lessons(people[0]),
        *_invitations(people),
        *_profiles(),
        *_people(people[0]),
        *_forms(people[0]),
        *_letters(people[0]),
        *_refusals(people),
        *_chats(people),
        *_dailies(people[3]),
        *_practice(people[3], people[2]),
        *_analyses(people[3]),
    ]


def _dailies(person: User) -> Iterator[Visit]:
    """Puzzles of the day: drafts, a try, the answer, and one that has not come."""
    for key in GAMES:
        page = f"/daily/{key}/1/"
        best, _points = puzzles(key)[1].plays[0]
        for text in (*TRIED[key][2:], best):
            yield Visit(f"{page}check/", None, {"text": text}, is_live=True)
        yield Visit(f"{page}check/", None, {"text": best})
        yield Visit(f"{page}try/", person, {"text": "nonsense"})
        yield Visit(f"{page}try/", person, {"text": best})
        yield Visit(page, person)
        yield Visit(f"/daily/{key}-small/1/answer/", person, {})
        yield Visit("/daily/", person)
    yield Visit("/daily/numerica/99999/")


def _analyses(person: User) -> Iterator[Visit]:
    """The analysis board: positions that wait, with and without chances, that failed, refused."""
    for key in GAMES:
        address, exercise = f"/analysis/{key}/", next(iter(exercises(key).values()))
        position = position_of(exercise.state, {})
        form = position.link
        yield Visit(f"{address}set/", person, form | {"put": "8F 3+3=6"})
        yield Visit(f"{address}set/", person, form | {"turn": "9"})
        yield Visit(f"{address}ask/", person, form | {"rack": ""})
        yield Visit(f"{address}ask/", person, form)
        page = f"{address}?{urlencode(form)}"
        yield Visit(page, person, is_live=True)
        ask(position.state, user_id=person.pk, now=timezone.now())
        waiting = Analysis.objects.get(name=analysis_name(key, state_text(position.state)))
        move = {"text": exercise.plays[0][0], "points": exercise.plays[0][1]}
        chance = {"win": 625, "error": 12, "is_proven": False, "line": ["pass"]}
        proven = {"win": 1000, "error": 0, "is_proven": True, "line": []}
        plain = {"racks": None, "exact": False, "moves": [move]}
        weighed = {"racks": 40, "exact": True, "moves": [move | chance, move | proven]}
        for found in (plain, weighed, {"racks": 0, "exact": True, "moves": []}, None):
            store_analysis(name=waiting.name, found=found, now=timezone.now())
            yield Visit(page, person)
            yield Visit(page, person, is_live=True)
    yield Visit("/analysis/numeria/ask/", None, {})
    running = Game.objects.filter(ended_at=None, players__user=person).first()
    like = position_of(running.position.seen_by(running.turn), parse_options(running.options))
    yield Visit(f"/analysis/{running.key}/?{urlencode(like.link)}", person)
    yield Visit(f"/analysis/{running.key}/ask/", person, like.link)


def _practice(person: User, other: User) -> Iterator[Visit]:
    """Exercises: drafts, a miss, what solves it; a question; a run, during and after it."""
    for key in GAMES:
        first, second, third, fourth = list(exercises(key).values())[:4]
        page, run = f"/practice/{key}/{first.name}/", f"/practice/{key}/run/"
        names = [third.name, fourth.name]
        begin_run(user=person, key=key, names=names, now=timezone.now())
        over = begin_run(user=other, key=key, names=names, now=timezone.now() - TIME)
        PracticeRun.objects.filter(pk=over.pk).update(results="1", solved=1)
        best = first.plays[0][0]
        yield Visit(f"{page}check/", None, {"text": best}, is_live=True)
        yield Visit(f"{page}check/", None, {"text": best})
        yield Visit(f"{page}try/", person, {"text": "nonsense"})
        yield Visit(f"{page}try/", person, {"text": best})
        yield Visit(page, person)
        yield Visit(f"/practice/{key}/{second.name}/show/", person, {})
        yield Visit(f"/practice/{key}/", person)
        yield Visit(run, person)
        yield Visit(f"/practice/{key}/{third.name}/run/", person, {"skip": "1", "place": "0"})
        yield Visit(run, person)
        yield Visit(run, other)
        yield Visit(f"/practice/{key}/{fourth.name}/run/", other, {"skip": "1", "place": "1"})
    for is_there in (True, False):
        asked = f"/practice/numeria/{asked_of('numeria', 'trope', is_there)}/trope/"
        yield Visit(f"{asked}answer/", person, {"said": "perhaps"})
        yield Visit(f"{asked}answer/", person, {"said": "yes"})
        yield Visit(asked, person)
        yield Visit(f"{asked}?other=1", person)
    yield Visit("/practice/", person)
    yield Visit("/practice/numerica/0123456789ab/")


def _chats(people: list[User]) -> Iterator[Visit]:
    """The chat of a finished game: for all who read it, missed lines, refusals, switched off."""
    guest, game = create_guest(), played(recorded("numerica-resign"), people)
    User.objects.filter(pk=people[0].pk).update(date_joined=game.started_at - timedelta(days=9))
    now = timezone.now()
    for room in ("players", "spectators"):
        for said in ({"phrase": "luck"}, {"text": '<b>"&" said</b> ' + "long" * 80}):
            person = User.objects.get(pk=people[0].pk)
            say(game_id=game.id, user=person, room=room, now=now, **said)
    address = f"/games/{game.id}/chat/"
    for reader in (None, guest, people[0], people[3]):
        for is_live in (False, True):
            yield Visit(address, reader, is_live=is_live)
            yield Visit(f"{address}?room=spectators&after=1", reader, is_live=is_live)
            yield Visit(f"{address}?room=players&after=0", reader, is_live=is_live)
            for posted in ({"text": "<i>"}, {"phrase": "none"}, {"text": "\u202e"}):
                said = {"room": "spectators", **posted}
                yield Visit(f"{address}say/", reader, said, is_live=is_live)
    yield Visit(address, cookies={"chat": "off"})
    yield Visit(address, is_live=True, cookies={"hidden-chats": game.id})
    yield Visit(f"/games/{game.id}/", cookies={"chat": "off"})


def looks(game: Game, plies: Iterable[int] = ()) -> Iterator[Visit]:
    """Visit the table as strangers and all its players, and its positions after each of `plies`."""
    table = f"/games/{game.id}/"
    for reader in [None, *(player.user for player in game.players.order_by("seat"))]:
        yield Visit(table, reader)
        yield Visit(f"{table}live/", reader, is_live=True)
    for ply in plies:
        yield Visit(f"{table}?ply={ply}")
        yield Visit(f"{table}live/?ply={ply}", is_live=True)


def _tables(people: list[User]) -> Iterator[Visit]:
    """Games of every kind: just begun, near their end, over in every way."""
    for path in RECORDS.values():
        yield from looks(played(path, people, 0))
        yield from looks(played(path, people, len(parse(path.read_text()).moves) - 6), [0, 3])
    yield from looks(played(recorded("equate-four-stage-3-all-leave"), people, 30), [12])
    yield from looks(played(recorded("equate-four-junior-out"), people))
    yield from looks(played(RECORDS["numerica"], people, 4, is_private=True), [2])
    yield from looks(drawn(people))
    yield from looks(flagged(people))
    yield from looks(left_out_of_turn(people))
    yield from looks(called_off(people))
    yield from looks(taken_back(people[0]), [1, 2])
    yield from looks(_live(people[:3]), [0])


def _live(people: list[User]) -> Game:
    """A game of three with a live clock, after a move."""
    settings = GameSettings("equate", options="players=3", time_control="300+5")
    now, seed = timezone.now(), bytes(32)
    game = start_game(settings, users=people, seed=seed, now=now)
    play_move(game_id=game.id, user=people[game.turn], ply=1, text="pass", now=now)
    return game


def _reviews(people: list[User]) -> Iterator[Visit]:
    """Reviews, and positions to try again, of every game."""
    for name in SHORT.values():
        game = played(recorded(name), people)
        yield from looks(game)
        yield Visit(f"/games/{game.id}/review/")
        call_command("review", game.id, stdout=StringIO())
        missed = ReviewedMove.objects.filter(review__game=game, loss__gt=0).first()
        user = game.players.get(seat=missed.seat).user
        table, ply = f"/games/{game.id}/", missed.ply
        yield from looks(game, [ply - 1, ply])
        yield Visit(f"{table}review/")
        for at in ("?ply=0", f"?ply={ply}", f"?ply={ply}&show=1"):
            yield Visit(f"{table}review/{at}", user)
            yield Visit(f"{table}review/{at}", is_live=True)
        yield Visit(f"{table}?ply={ply - 1}&show=1", user)
        yield Visit("/misses/", user)
        best = json.loads(missed.detail)["plays"][0][0]
        for text in (game.moves.get(ply=ply).text, best):
            yield Visit(f"{table}try/{ply}/check/", user, {"text": text})
            yield Visit("/misses/", user)
        yield from _typed(f"{table}try/{ply}/", game.key, user)
        for text in TRIED[game.key]:
            yield Visit(f"{table}try/{ply}/check/", user, {"text": text}, is_live=True)
        _deepen(game, missed)
        for at in ("", f"?ply={ply}", f"?ply={ply}&answer=1"):
            yield Visit(f"{table}review/{at}", user)
        yield Visit(f"{table}?ply={ply - 1}&show=1", user)
        yield Visit(f"{table}try/{ply}/check/", user, {"text": best})
        yield Visit("/misses/", user)
        yield Visit(f"{table}play-on/", user, {"computer": "Abacus", "from": "3"})
        yield Visit(f"{table}rematch/", user, {})


def _deepen(game: Game, missed: ReviewedMove) -> None:
    """The second stage: a miss beyond doubt, one within the error, moves that stay unweighed."""
    best = json.loads(missed.detail)["plays"][0]
    for number, move in enumerate(to_weigh(game.id)):
        margin, is_proven = (0, True) if number % 2 else (90, False)
        found = chances((*best, 700, 0, is_proven), (move.text, 0, 620, margin, is_proven), made=1)
        if move.ply == missed.ply:
            found = chances((*best, 700, 0, False), (move.text, 0, 620, 15, False), made=1)
        store_weighed_move(
            game_id=game.id,
            ply=move.ply,
            seat=move.seat,
            chances=None if number % 5 == 4 and move.ply != missed.ply else found,
            luck=Luck(20, 280 + number, 16, 6400) if game.rules.has_racks else None,
            now=timezone.now(),
        )


def _against_computers(person: User) -> Iterator[Visit]:
    """Tables at which a computer sits, as strangers and the person see them; hints."""
    for key in GAMES:
        game = start_against_computers(
            GameSettings(key), user=person, computers=["Abacus"], now=timezone.now(), seed=bytes(32)
        )
        yield from looks(game)
    for key in ("digifeud", "numeria"):
        yield from _hints(on_turn(key, person), person)
    for key in ("numerica", "digifeud"):
        stuck = on_turn(key, person)
        say_stuck(game_id=stuck, ply=1)
        yield Visit(f"/games/{stuck}/", person)
    chosen = start_against_computers(
        GameSettings("numerica"), user=person, computers=[roster.GENTLEST], now=timezone.now()
    )
    yield from looks(chosen)
    yield from _swapped(person)


def _hints(game_id: str, person: User) -> Iterator[Visit]:
    """An easy play and the best one, step by step."""
    for kind in ("easy", "best"):
        for _ in range(3):
            asked = {"ply": "1", "kind": kind}
            yield Visit(f"/games/{game_id}/hint/", person, asked, is_live=True)
        yield Visit(f"/games/{game_id}/", person)
    yield Visit(f"/games/{game_id}/?lay=1", person)


def _swapped(person: User) -> Iterator[Visit]:
    """A game in which the computer swapped."""
    game = Game.objects.get(pk=on_turn("numerica", person))
    now = timezone.now()
    play_move(game_id=game.id, user=person, ply=1, text="pass", now=now)
    game.refresh_from_db()
    computer = game.players.get(seat=1).user
    tiles = "".join(game.position.racks[1])[:2]
    play_move(game_id=game.id, user=computer, ply=2, text=f"swap {tiles}", now=now)
    yield from looks(game)


def _lessons(person: User) -> Iterator[Visit]:
    """Every step of every lesson: asked, answered, shown; wrong answers, by htmx as well."""
    for key, tutorial in TUTORIALS.items():
        for number, step in enumerate(tutorial.steps, 1):
            address = f"/learn/{key}/{number}/"
            yield Visit(f"{address}?show=1")
            yield Visit(address, None, {"text": step.answer})
        for text in TRIED[key]:
            yield Visit(address, person, {"text": text, "tries": "1"})
            yield Visit(f"{address}check/", None, {"text": text}, is_live=True)
    for number, step in enumerate(TUTORIALS["equate"].first, 1):
        yield Visit(f"/learn/equate/{number}/", person, {"text": step.answer})
    yield Visit("/learn/equate/", person)
    yield Visit("/learn/", person)
    yield Visit("/learn/put-away/", None, {})


def _drafts() -> Iterator[Visit]:
    """Moves tried on the boards of the rules pages, with the page and by htmx."""
    for key, texts in TRIED.items():
        yield from _typed(f"/rules/{key}/", key, None)
        for text in texts:
            yield Visit(f"/rules/{key}/try/", None, {"text": text}, is_live=True)


def _typed(page: str, key: str, reader: User | None) -> Iterator[Visit]:
    """The page with the first drafts, as it comes without script."""
    for text in TRIED[key][:2]:
        yield Visit(f"{page}?{urlencode({'text': text})}", reader)


def _invitations(people: list[User]) -> Iterator[Visit]:
    """Invitations that are open, kept for somebody, half full, withdrawn, expired, declined."""
    ada, ben, cleo, _dov = people
    now = timezone.now()
    four = create_invitation(GameSettings("equate", options="players=4"), inviter=ada, now=now)
    accept_invitation(invitation_id=four.id, user=ben, now=now)
    kept = create_invitation(
        GameSettings("numeria", options=""), inviter=ada, now=now, invitees=[cleo]
    )
    old = create_invitation(
        GameSettings("digifeud", options=""), inviter=ada, now=now - timedelta(days=60)
    )
    gone = create_invitation(GameSettings("digifeud", options=""), inviter=ada, now=now)
    cancel_invitation(invitation_id=gone.id, user=ada, now=now)
    refused = create_invitation(
        GameSettings("numerica", options=""), inviter=ada, now=now, invitees=[ben]
    )
    decline_invitation(invitation_id=refused.id, user=ben, now=now)
    private = create_invitation(GameSettings("numerica", is_private=True), inviter=ada, now=now)
    for invitation in (four, kept, old, gone, refused, private):
        for reader in (None, ada, ben, cleo):
            yield Visit(f"/invitations/{invitation.id}/", reader)
    yield Visit(f"/invitations/{four.id}/accept/", ben, {})
    yield Visit(f"/invitations/{four.id}/", create_guest())
    yield Visit(f"/invitations/{four.id}/accept/", None, {"guest_name": "admin"})
    yield Visit("/", cleo)
    yield from _seeks(people)


def _seeks(people: list[User]) -> Iterator[Visit]:
    """Seeks that wait, have waited, were left, and the lobby with them."""
    ada, ben, cleo, _dov = people
    now = timezone.now()
    later = now + timedelta(hours=1)
    for user, key, waited in ((ada, "numeria", 0), (ben, "equate", 60), (cleo, "digifeud", 60)):
        began = now - timedelta(seconds=waited)
        seek = press_quick(key=key, time="180+2", user=user, now=began)
        Invitation.objects.filter(pk=seek.pk).update(seen_at=began if user == cleo else later)
        for reader in (None, user):
            yield Visit(f"/invitations/{seek.id}/", reader)
    blitz = GameSettings("equate", options="players=3", rated=True, time_control="600+5")
    create_invitation(blitz, inviter=ada, now=later, is_listed=True)
    for reader in (None, ada, create_guest()):
        yield Visit("/lobby/", reader)
    yield Visit("/lobby/?key=chess")
    yield Visit("/lobby/quick/", None, {"key": "chess"})


def _profiles() -> Iterator[Visit]:
    """Everybody's page, as they and strangers see it; lists of ratings; the rest of the lists."""
    for user in User.objects.filter(is_active=True):
        yield Visit(f"/@{user.username}/")
        yield Visit(f"/@{user.username}/", user)
    for key in GAMES:
        yield Visit(f"/leaderboard/{key}/?all=1")
        yield Visit(f"/leaderboard/{key}:computer/?all=1")
        yield Visit(f"/invitations/new/?key={key}", user)
        yield Visit(f"/computer/?key={key}", user)
    yield Visit("/games/archive/?game=numerica")
    wishes = ("player=Nobody", "score=many", "score=-1", "since=22.11.2026")
    for wish in wishes:
        yield Visit(f"/games/archive/?{wish}")
    for theme in ("dark", "light"):
        yield Visit("/", cookies={"theme": theme})


def _people(person: User) -> Iterator[Visit]:
    """Lists of people that are empty or have nothing more, and what is refused about somebody."""
    guest = create_guest()
    lists = [f"/people/{name}/" for name in ("following", "followers", "blocked")]
    for address in (*lists, "/people/", "/people/?q=qqq", "/people/?q=%3Cb%3E", f"/@{person}/"):
        yield Visit(address, guest)
    for address in lists:
        yield Visit(f"{address}?after=0", person)
        yield Visit(f"{address}?after=x", person)
    yield Visit(f"/@{guest.username}/", person)
    for act in ("follow", "unfollow", "block", "unblock", "note"):
        yield Visit(f"/@{person}/{act}/", person, {"text": "<b>"})
        yield Visit(f"/@{guest.username}/{act}/", person, {"text": "<b>"})


def _forms(person: User) -> Iterator[Visit]:
    """Forms that come back with what is wrong, or with a word of thanks."""
    guest, wrong = create_guest(), {"login": "Nobody", "password": "nothing"}
    people = "/people"
    yield Visit("/accounts/login/", None, wrong)
    yield Visit("/accounts/signup/", None, {"username": "a b", "email": "x", "password1": "1"})
    yield Visit("/accounts/password/reset/", None, {"email": "x"})
    yield Visit("/accounts/password/change/", person, {"oldpassword": "x", "password1": "1"})
    yield Visit("/accounts/email/", person, {"email": "x", "action_add": ""})
    yield Visit("/accounts/email/", person, {"email": "new@example.org", "action_add": ""})
    yield Visit("/accounts/reauthenticate/", person, {"password": "x"})
    yield Visit(f"{people}/keep/", guest, {"username": "a b", "email": "x", "password1": "1"})
    yield Visit(f"{people}/delete/", person, {"password": "x"})
    yield Visit(f"{people}/delete/", guest)
    yield Visit(f"{people}/settings/", guest)
    yield Visit(f"{people}/name/", guest, {"name": "admin"})
    yield Visit(f"{people}/settings/", person, {"language": "xx"})
    yield Visit("/accounts/logout/", guest)
    yield Visit("/", guest)
    yield Visit("/invitations/new/", person, {"key": "equate", "players": "9", "to": "name"})
    yield Visit("/invitations/new/", None, {"key": "chess"})
    yield Visit("/invitations/anyone/", None, {"key": "chess"})
    exclusive = {"to": "anyone", "private": "on", "rated": "on", "time": "3d"}
    yield Visit("/invitations/new/", person, {"key": "numerica", **exclusive})
    yield Visit("/computer/", person, {"key": "equate", "players": "3", "computers": "x"})


def _letters(person: User) -> Iterator[Visit]:
    """Where the links of letters lead."""
    said = {"username": "Eve", "email": "eve@example.org", "password1": "equations-for-eve"}
    Client().post("/accounts/signup/", said)
    Client().post("/accounts/password/reset/", {"email": person.email})
    for letter in mail.outbox:
        for address in re.findall(r"https?://[^/\s]+(/\S+)", letter.body):
            yield Visit(address)


def _refusals(people: list[User]) -> Iterator[Visit]:
    """What is said where something is not there, not possible or not theirs, with and by htmx."""
    ada, ben, cleo, _dov = people
    for plies in (0, 12):
        game = played(RECORDS["numerica"], [ada, ben], plies)
        mover = people[game.turn]
        move, ply = f"/games/{game.id}/move/", str(game.ply + 1)
        for is_live in (False, True):
            yield Visit(move, mover, {"ply": ply, "text": "8A 1=2"}, is_live)
            yield Visit(move, mover, {"ply": "99", "text": "pass"}, is_live)
            yield Visit(move, cleo, {"ply": ply, "text": "pass"}, is_live)
        for text in TRIED["numerica"]:
            yield Visit(f"/games/{game.id}/check/", mover, {"text": text}, is_live=True)
        yield Visit(move, mover, {"ply": ply, "text": "pass"}, is_live=True)
    yield Visit(f"/games/{game.id}/?ply=999")
    yield Visit("/games/nothing/")
    yield Visit("/people/theme/")
    yield Visit("/games/next/next/")
