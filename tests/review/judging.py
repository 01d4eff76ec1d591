"""Plays games, reviews them, reads their pages, and judges each sentence: see `judge`."""

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import product

from django.utils import timezone

from games.computers import worker
from games.engine.levels import choose_move
from games.models import GameSettings
from games.rules import GAMES
from games.rules.record import parse_options, play_entry
from games.selectors import review_progress
from games.services.moves import play_move
from games.services.reviews import store_reviewed_move
from games.services.start import start_game
from tests.review.readers import is_true
from tests.review.readers.truth import SECONDS, TooMany, Truth, choice, lines, listed, place

WEAK, STRONG = 2, 7
THOUGHT = 0.3  # seconds for a move
SOUGHT = 1.5  # seconds for the review of a move, as on the site
MOST_PLIES = 120  # of a game of Numeria that does not end by itself

STAGES = ["stage=1", "stage=2", "stage=3"]
SETTINGS = {
    "numerica": [""],
    "equate": [
        f"players={players} {more}"
        for more, players in product(
            ["set=standard", "set=junior", "set=advanced", *STAGES], (2, 3, 4)
        )
    ],
    "digifeud": [
        f"directions={ways} symbols={symbols}"
        for ways, symbols in product((2, 4), ("+-", "+-*", "+-*/"))
    ],
    "numeria": ["strict_primes=off", "strict_primes=on"],
}


@dataclass
class Judged:
    """How many sentences were judged, those that are false, and those that took too long."""

    kinds: Counter = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    unjudged: int = 0

    def add(self, what, where, sentence, verdict):
        self.kinds[what] += 1
        if not verdict:
            self.false.append(f"{where}: {sentence}")

    def told(self):
        counted = ", ".join(f"{what} {count}" for what, count in self.kinds.most_common())
        return f"{self.kinds.total()} sentences: {counted}; {self.unjudged} not judged"


# --- games ---


def played(key, number, users, plies=MOST_PLIES):
    """Play a weak level against a strong one, at most `plies` plies; return the reviewed game."""
    options = SETTINGS[key][number % len(SETTINGS[key])]
    seats = int(parse_options(options).get("players", 2))
    seed = bytes([number % 256, *key.encode()]).ljust(32, b"\0")
    game = start_game(
        GameSettings(key, options=options), users=users[:seats], seed=seed, now=timezone.now()
    )
    state = game.position
    while state.turn is not None:
        level = STRONG if (state.turn + number) % 2 else WEAK
        text = choose_move(state, state.turn, level, THOUGHT) if game.ply < plies else "resign"
        play_move(
            game_id=game.id, user=users[state.turn], ply=game.ply + 1, text=text, now=timezone.now()
        )
        game.refresh_from_db()
        state = game.position
    for move in review_progress.to_review(game.id):
        found = worker.review(move.question, move.text, SOUGHT)
        store_reviewed_move(
            game_id=game.id, ply=move.ply, seat=move.seat, found=found, now=timezone.now()
        )
    return game


def positions(game):
    """The position before each move, with everything open, and the move."""
    state = GAMES[game.key].new(seed=bytes.fromhex(game.seed), options=parse_options(game.options))
    for move in game.moves.all():
        yield state, move
        state = play_entry(state, move.text).after


# --- what the pages say ---


def text_of(markup):
    """What a person reads."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", markup)).split())


def paragraphs(markup):
    return [text_of(each) for each in re.findall(r"<p>(.*?)</p>", markup, re.DOTALL)]


def judged_of(client, game, ply):
    """The sentences about a move, and the plays listed: where, line, points, for the ending."""
    page = client.get(f"/games/{game.id}/?ply={ply - 1}").content.decode()
    found = re.search(r'<div class="judged">(.*?)</div>', page, re.DOTALL)
    if found is None:
        return None
    said, _, table = found[1].partition("<table")
    sentences = []
    for paragraph in paragraphs(said):
        sentence, marked, why = paragraph.partition("Worth solving: ")
        sentences += [sentence.strip()] if sentence else []
        sentences += [marked + why] if marked else []
    rows = []
    for row in re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        line = text_of(cells[1].partition('<span class="how"')[0])
        points = [int(bool(line))]  # in Numeria none are told: a trope is one
        if len(cells) > 2:
            points = [int(each) for each in text_of(cells[2]).split("+")]
        rows.append((text_of(cells[0]), line, points[0], sum(points[1:])))
    headline = text_of(re.search(r"<h3>(.*?)</h3>", said, re.DOTALL)[1])
    caption = text_of(re.search(r"<caption>(.*?)</caption>", table)[1]) if rows else ""
    return headline, sentences, rows, caption


def tried(client, game, ply, text):
    """What is said of a try, and whether it is marked."""
    answer = client.post(
        f"/games/{game.id}/try/{ply}/check/", {"text": text}, HTTP_ACCEPT="application/json"
    ).json()
    return answer["share"], answer["is_best"]


# --- judging ---


def judge_move(judged, client, game, state, move, seconds):
    """Every sentence about one move."""
    where = f"{game.key} {game.options} move {move.ply} {move.text}"
    found = judged_of(client, game, move.ply)
    if found is None:
        judged.false.append(f"{where}: not reviewed")
        return
    headline, sentences, rows, caption = found
    shown = rows[-1][2] + rows[-1][3] if rows else 0
    known = Truth(state, move.text, shown, seconds)
    judged.add("headline", where, headline, is_headline(headline, known, move))
    try:
        for sentence in sentences:
            judged.add("sentence", where, sentence, is_true(sentence, known))
        if rows:
            judged.add("list", where, f"{caption} {rows}", is_list(rows, caption, known))
            for text in tries(state, move, known):
                judge_try(judged, client, game, known.beside(text), move.ply)
    except TooMany:
        judged.unjudged += 1


def is_headline(said, known, move):
    """Next, move 3: Ada played 1 + 1 = 2 for 5. The blank is 1."""
    if known.verdict is None or known.verdict.kind != "play":
        return f"move {move.ply}:" in said
    told = f"move {move.ply}:" in said and lines(known.verdict) in said
    if known.state.key == "numeria":
        return told and place(known.verdict) in said
    return told and re.search(rf"for {known.verdict.points}\.", said) is not None


def is_list(rows, caption, known):
    """Whether each play is one, and where it is said, whether none that earns more is left out.

    Of the same symbols on the same squares the one that earns most stands for all, as it is said.
    """
    worths = []
    for where, line, points, ending in rows:
        plays = [each for each in known.at(where, points) if listed(each) == line]
        plays = [each for each in plays if known.earned(each) == points + ending]
        if not plays:
            return False
        worths.append((points + ending, {choice(each) for each in plays}))
    if not caption.startswith("The plays that earn most"):
        return True
    last = worths[-1][0]
    better = known.above(last)
    return [worth for worth, _ in worths] == sorted((w for w, _ in worths), reverse=True) and all(
        any(worth >= known.earned(each) and choice(each) in there for worth, there in worths)
        for each in better
    )


def tries(state, move, known):
    """The move itself, the best play, and another."""
    texts = [move.text] if known.verdict is not None and known.verdict.kind == "play" else []
    if state.key == "numeria":
        legal = [text for text in state.legal_moves() if text != "pass"]
        takers = [text for text in legal if " x " in text]
        return dict.fromkeys(texts + takers[:1] + legal[:1] + legal[-1:])
    plays = known.plays
    return dict.fromkeys(texts + [each.text for each in (*plays[:1], *plays[-1:])])


def judge_try(judged, client, game, known, ply):
    """What is said of a try is as true as what is said of a move; a star says that nothing is."""
    share, is_best = tried(client, game, ply, known.text)
    where = f"{game.key} {game.options} move {ply}, tried {known.text}"
    judged.add("try", where, share, is_true(share, known))
    says_nothing = re.match("No |Nothing |A trope could be taken, but", share) is not None
    judged.add("star", where, f"{share} {is_best}", is_best == says_nothing)


def judge_summary(judged, client, game):
    """The sentences and figures about the whole game."""
    page = client.get(f"/games/{game.id}/review/").content.decode()
    where = f"{game.key} {game.options} summary"
    scores, history = [0] * len(game.players.all()), []
    known = list(positions(game))
    for _state, move in known:
        scores[move.seat] += move.points
        history.append(list(scores))
    leads = re.findall(r'<td class="num lead">(.*?)</td>', page, re.DOTALL)
    for told, after in zip(leads, history, strict=True):
        best, second = sorted(after, reverse=True)[:2]
        figure = re.search(r"\d+", text_of(told))  # none is nought
        judged.add("lead", where, text_of(told), int(figure[0] if figure else 0) == best - second)
    names = [player.shown_name for player in game.players.all()]
    for paragraph in paragraphs(page):
        if paragraph.startswith("Best find: "):
            judged.add("best find", where, paragraph, is_best_find(paragraph, known, names))
        if paragraph.startswith("Turning point: "):
            final = [player.score for player in game.players.all()]
            moved = [ply for ply, (_, move) in enumerate(known, 1) if not ENDING.match(move.text)]
            is_right = is_turning_point(paragraph, [*history, final], moved[-1], names)
            judged.add("turning point", where, paragraph, is_right)
    judge_losses(judged, where, page, names)


ENDING = re.compile(r"(resign|time|agreement|aborted)\b")


def is_turning_point(said, history, last_moved, names):
    """`history` has the scores after each entry, and those in the end."""
    last = re.match(r"Turning point: only the last move put (.+) ahead", said)
    if last is not None:
        name, ply = last[1], last_moved
    else:
        at, name = re.match(
            r"Turning point: from move (\d+) on (.+) was ahead to the end", said
        ).groups()
        ply = int(at)
        if ply >= last_moved:
            return False
    ahead = all(leads_alone(after, names.index(name)) for after in history[ply - 1 :])
    return ahead and (ply == 1 or not leads_alone(history[ply - 2], names.index(name)))


def is_best_find(said, known, names):
    taken = re.match(r"Best find: (.+) moved (.+) and took (.+)\. Move (\d+)", said)
    if taken is not None:
        name, at, line, ply = taken.groups()
        state, move = known[int(ply) - 1]
        verdict = state.check(move.seat, move.text)
        told = (names[move.seat], place(verdict), lines(verdict))
        return told == (name, at, line) and verdict.points == 1
    name, line, at, points, ply = re.match(
        r"Best find: (.+) played (.+) at (.+) for (\d+), and no play earns more\. Move (\d+)", said
    ).groups()
    state, move = known[int(ply) - 1]
    truth = Truth(state, move.text, int(points))
    told = (names[move.seat], listed(truth.verdict), place(truth.verdict), str(move.points))
    try:
        return told == (name, line, at, points) and not truth.above(move.points, with_ending=False)
    except TooMany:
        return True


def leads_alone(scores, seat):
    return all(scores[seat] > score for other, score in enumerate(scores) if other != seat)


def judge_losses(judged, where, page, names):
    """What each player lost together is what the rows say; `Lost` is the best less what was made."""
    lost = Counter()
    for row in re.findall(r"<tr><th scope=\"row\" class=\"num\">(.*?)</tr>", page, re.DOTALL):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        name = text_of(re.search(r'<span class="vh">(.*?)</span>', cells[0])[1])
        if len(cells) < 4:
            lost[name] += 'class="kind"' in cells[0]  # in Numeria each miss counts one
        else:
            lost[name] += int(figure) if (figure := text_of(cells[3])).isdigit() else 0
    for name, block in zip(
        names, re.findall(r"<div><h3>(.*?)</div>", page, re.DOTALL), strict=False
    ):
        together = re.search(r"<tfoot>.*?(\d+)</td></tr></tfoot>", block, re.DOTALL)
        told = int(together[1]) if together else 0
        judged.add("lost together", where, f"{name} {told}", told == lost[name])


def judge(client, users, numbers, keys=tuple(GAMES), plies=MOST_PLIES, every=1, seconds=SECONDS):
    """Play, review and judge these games: one move in `every`, `seconds` for each move."""
    judged = Judged()
    for number, key in product(numbers, keys):
        game = played(key, number, users, plies)
        for state, move in positions(game):
            if move.ply % every == 0:
                judge_move(judged, client, game, state, move, seconds)
        judge_summary(judged, client, game)
        print(
            f"{key} {number} {game.options}: {judged.told()}, {len(judged.false)} false",
            *judged.false,
            sep="\n  ",
            flush=True,
        )
    return judged
