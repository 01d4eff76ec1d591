"""The lobby: people who look at it, seeks that come and go, and pairs who meet."""

import threading
from collections.abc import Callable, Sequence
from itertools import cycle
from time import perf_counter

from benchmarks.listening import GAME, MOVE, OFFER, Listening, Page
from games.rules import GAMES
from tests.servers import Server
from tests.system.visitors import Answer, Visitor

SEEK_EVERY = 1.0  # seconds
SEEK_STAYS = 15.0  # seconds
SEEKERS = 20  # who seek in turn
PAIR_EVERY = 3.0  # seconds
PAIRS = len(GAMES)  # who press in turn, each for a game of their own
WAITED = 0.5  # seconds between the press of the first and that of the second
TOLD_WITHIN = 10.0  # seconds

LOBBY = "lobby"
LANGUAGES = ("en", "de")


def look(servers: Sequence[Server], listening: Listening, people: int) -> None:
    """This many strangers open the lobby, half of them in German."""
    for number, server in zip(range(people), cycle(servers), strict=False):
        language = LANGUAGES[number // len(servers) % 2]
        path = f"/ws/lobby/?lang={language}&shown=0"
        listening.join(server, path, (LOBBY, OFFER, number))


class Regular(threading.Thread):
    """Does something again and again, at a rate; what fails is raised at the end."""

    def __init__(self, do: Callable[[int], None], every: float) -> None:
        super().__init__()
        self.do, self.every = do, every
        self.over = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        begun, number = perf_counter(), 0
        while not self.over.wait(max(0.0, begun + number * self.every - perf_counter())):
            try:
                self.do(number)
            except BaseException as fault:
                self.fault = fault
                return
            number += 1

    def end(self) -> None:
        self.over.set()
        self.join()
        if self.fault is not None:
            raise self.fault


class Seeks:
    """Each second one comes, and one goes that was there for a while."""

    def __init__(self, listening: Listening, seekers: Sequence[Visitor]) -> None:
        self.listening = listening
        self.seekers = seekers
        self.begun: dict[str, float] = {}  # by invitation, when its post began
        self.there: list[tuple[float, Visitor, str, Page]] = []

    def come_and_go(self, number: int) -> None:
        """One comes, and those go that were there long enough."""
        seeker = self.seekers[number % len(self.seekers)]
        key = tuple(GAMES)[number % len(GAMES)]
        begun = perf_counter()
        path = seeker.invite(to="anyone", time="10m", increment="5", key=key)
        seek = path.split("/")[2]
        self.begun[seek] = begun
        page = waits_at(self.listening, seeker, path)
        self.there.append((begun, seeker, path, page))
        while begun - self.there[0][0] >= SEEK_STAYS:
            _, leaver, left, shown = self.there.pop(0)
            gone_to(leaver.post(f"{left}cancel/"))
            self.listening.leave(shown)
            leaver.leave()
        seeker.leave()


class Pairs:
    """Each few seconds two press for the same: one waits, the other comes."""

    def __init__(self, listening: Listening, pairs: Sequence[tuple[Visitor, Visitor]]) -> None:
        self.listening = listening
        self.pairs = pairs
        self.told: list[float] = []  # milliseconds until who waited was told
        self.seated: list[float] = []  # milliseconds until both were
        self.missed = 0

    def meet(self, number: int) -> None:
        """One presses and waits at the page of the seek; the other presses and is at the table."""
        first, second = self.pairs[number % len(self.pairs)]
        pressed = {"key": tuple(GAMES)[number % len(self.pairs)], "time": "600+5"}
        waiting = gone_to(first.post("/lobby/quick/", **pressed))
        page = waits_at(self.listening, first, waiting)
        threading.Event().wait(WAITED)
        begun = perf_counter()
        table = gone_to(second.post("/lobby/quick/", **pressed))
        second.get(table)
        second.leave()
        game = table.split("/")[2]
        seat = f"/ws/games/{game}/?ply=-1&lang=en"
        joined = self.listening.join(second.server, seat, (game, MOVE, "second"), second)
        at_table = self.listening.wait((game, "0"), "second", TOLD_WITHIN)
        told = self.listening.wait((waiting.split("/")[2], game), "who waits", TOLD_WITHIN)
        if told is None or at_table is None:
            self.missed += 1
        else:
            self.told.append(1000 * (told - begun))
            self.seated.append(1000 * (max(told, at_table) - begun))
        first.get(table)
        first.post(f"{table}call-off/", ply=1)
        for each in (page, joined):
            self.listening.leave(each)
        for player in (first, second):
            player.leave()


def waits_at(listening: Listening, seeker: Visitor, path: str) -> Page:
    """Open the page of a seek, with its socket."""
    seeker.get(path)
    seeker.leave()
    about = path.split("/")[2], GAME, "who waits"
    return listening.join(seeker.server, f"/ws{path}?lang=en", about, seeker)


def gone_to(answer: Answer) -> str:
    """Where an answer sends to."""
    assert answer.status == 302, answer.text
    return answer.headers["Location"]
