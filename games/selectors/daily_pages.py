"""The pages of the puzzles of the days; nothing of an answer before it is due to the reader."""

from collections.abc import Sequence
from datetime import datetime

from games.daily.puzzles import SEAT, Puzzle
from games.daily.series import SERIES, Series
from games.daily.shares import ALL, BANDS, band
from games.models import DailyTry
from games.presentation import boards, daily_text, solutions
from games.presentation.models.board import BoardView, Stamp
from games.presentation.models.daily import (
    BandView,
    Column,
    DailyPage,
    DaysPage,
    Distribution,
    PastDay,
    SeriesLink,
    SheetPage,
    TodaysGame,
    TodaysPuzzle,
    TryView,
)
from games.presentation.models.solution import SolutionView
from games.presentation.models.verdict import VerdictView
from games.rules import GAMES
from games.selectors import daily
from games.selectors.daily import Progress

DAYS_A_PAGE = 30
STEP = 10  # per cent: the columns of the histogram; 100 has one of its own
HEIGHT = 30  # of the histogram, where a column is STEP wide


def series_link(series: Series) -> SeriesLink:
    """The series as links name it."""
    name = daily_text.series_name(series.name, is_small=series.is_small)
    return SeriesLink(key=series.key, game=series.game, name=name, is_small=series.is_small)


def page(
    series: Series,
    puzzle: Puzzle,
    user_id: int | None,
    now: datetime,
    *,
    typed: str = "",
    verdict: VerdictView | None = None,
) -> DailyPage:
    """The puzzle of a day that has come, for this reader."""
    today, own = daily.today(now), daily.progress(user_id, series, puzzle.day)
    is_today = puzzle.day == today
    others = None if is_today else daily.distribution(series, puzzle.day)
    return DailyPage(
        series=series_link(series),
        other=_other(series, puzzle.day),
        day=puzzle.day,
        begins_at=daily.begin_of(puzzle.day),
        is_today=is_today,
        task=_task(puzzle),
        standing=_standing(puzzle),
        measure=daily_text.measure(is_won=not puzzle.state.counts_points, moves=_moves(puzzle)),
        table=_table(puzzle, own),
        typed=typed,
        verdict=verdict,
        tries=tuple(_try(puzzle, each) for each in own.tries),
        next_try="" if own.is_over else daily_text.try_name(len(own.tries) + 1),
        is_over=own.is_over,
        is_seen=own.has_seen,
        answers=_answers(puzzle) if own.is_over else (),
        share_line=_share_line(series, puzzle, own, others),
        result=_result(own),
        days_played=daily_text.days_played(daily.days_played(user_id, series, today), daily.WINDOW),
        distribution=None if others is None else _distribution(others, own),
        next_at=daily.begin_of(today + 1) if is_today else None,
        earlier=puzzle.day - 1 if daily.find_puzzle(series, puzzle.day - 1) else None,
        later=None if is_today or not daily.find_puzzle(series, puzzle.day + 1) else puzzle.day + 1,
    )


def _other(series: Series, day: int) -> SeriesLink | None:
    """The series of the other form, where it has a puzzle of that day."""
    other = next(SERIES[key] for key in series.of_game if key != series.key)
    return series_link(other) if daily.find_puzzle(other, day) else None


def _moves(puzzle: Puzzle) -> int:
    """In how many moves it is won, where it is; else nobody asks."""
    return 1 if puzzle.state.counts_points else puzzle.best


def _task(puzzle: Puzzle) -> str:
    return daily_text.task(is_won=not puzzle.state.counts_points, moves=_moves(puzzle))


def _standing(puzzle: Puzzle) -> str:
    """How far both are, where a game is to be won."""
    own, other = puzzle.state.scores
    return "" if puzzle.state.counts_points else daily_text.tropes(own, other)


def _table(puzzle: Puzzle, own: Progress) -> BoardView:
    """The board and the rack; where nothing is to be tried any more, with the best play."""
    state = puzzle.state
    best = state.check(SEAT, puzzle.plays[0][0]) if own.is_over else None
    return boards.to_solve(state, SEAT, best)


def _try(puzzle: Puzzle, row: DailyTry) -> TryView:
    made = puzzle.state.check(SEAT, row.move)
    return TryView(
        number=row.number,
        name=daily_text.try_name(row.number),
        line=solutions.line(puzzle.state, made),
        points=row.points if puzzle.state.counts_points else None,
        percent=row.percent,
        band=daily_text.band_name(band(row.percent)),
    )


def _answers(puzzle: Puzzle) -> Sequence[SolutionView]:
    return solutions.solutions(puzzle.state, SEAT, (text for text, _points in puzzle.plays))


def _result(own: Progress) -> str:
    best = own.best
    return daily_text.result(best.percent, band(best.percent)) if best is not None else ""


def _share_line(series: Series, puzzle: Puzzle, own: Progress, others: Sequence[int] | None) -> str:
    """What may be shared; on the next day also where one stands, unless it was reached later."""
    best = own.best
    if best is None:
        return ""
    name = daily_text.series_name(series.name, is_small=series.is_small)
    better = daily.better_than(best.percent, others) if others and best.is_in_time else None
    return daily_text.share_line(name, puzzle.day, best.percent, best.number, better)


# --- all who answered ---


def _distribution(everybody: Sequence[int], own: Progress) -> Distribution:
    counted = own.best_in_time
    percent = counted.percent if counted is not None else None
    better = daily.better_than(percent, everybody) if percent is not None else None
    return Distribution(
        count=len(everybody),
        bands=_bands(everybody, percent),
        columns=_columns(everybody, percent),
        standing=daily_text.standing(better) if better is not None else "",
    )


def _bands(everybody: Sequence[int], own: int | None) -> Sequence[BandView]:
    counts = {each: sum(band(percent) == each for percent in everybody) for each in BANDS}
    return tuple(
        BandView(
            name=daily_text.band_name(each),
            range=daily_text.band_range(each),
            count=count,
            is_own=own is not None and band(own) == each,
        )
        for each, count in counts.items()
    )


def _columns(everybody: Sequence[int], own: int | None) -> Sequence[Column]:
    """A column for each STEP per cent, and one for the best."""
    steps = range(0, ALL + 1, STEP)
    counts = {least: sum(each // STEP * STEP == least for each in everybody) for least in steps}
    most = max(counts.values()) or 1
    return tuple(
        Column(
            left=least,
            top=HEIGHT - count * HEIGHT // most,
            height=count * HEIGHT // most,
            is_own=own is not None and own // STEP * STEP == least,
            title=daily_text.column_title(least, count),
        )
        for least, count in counts.items()
    )


# --- lists and paper ---


def days_page(series: Series, user_id: int | None, now: datetime, before: int | None) -> DaysPage:
    """The days that are over, the latest first."""
    reached = daily.best_percents_of(user_id, series)
    found = daily.past_days(series, now, before)
    shown = found[:DAYS_A_PAGE]
    rows = tuple(PastDay(day, daily.begin_of(day), reached.get(day)) for day in shown)
    older = shown[-1] if len(found) > len(shown) else None
    return DaysPage(series_link(series), rows, older, is_first_page=before is None)


def todays_games(user_id: int | None, now: datetime) -> Sequence[TodaysGame]:
    """What is on today, game by game, and what the reader has reached."""
    shown: dict[str, list[tuple[Series, int | None]]] = {}
    for series, percent in daily.of_today(user_id, now):
        shown.setdefault(series.game, []).append((series, percent))
    return tuple(
        TodaysGame(
            name=GAMES[key].name,
            stamp=_stamp(on_today[0][0], daily.today(now)),
            puzzles=[TodaysPuzzle(series_link(each), _reached(best)) for each, best in on_today],
        )
        for key, on_today in shown.items()
    )


def _stamp(series: Series, day: int) -> Stamp:
    """The board of a puzzle, the size of a stamp."""
    puzzle = daily.find_puzzle(series, day)
    assert puzzle is not None
    return boards.stamp(puzzle.state)


def _reached(percent: int | None) -> str:
    if percent is None:
        return daily_text.not_tried()
    return daily_text.result(percent, band(percent))


def sheet(series: Series, puzzle: Puzzle) -> SheetPage:
    """A puzzle to be printed, without an answer."""
    table = _table(puzzle, Progress())
    hand = table.hand
    assert hand is not None
    return SheetPage(
        series=series_link(series),
        day=puzzle.day,
        begins_at=daily.begin_of(puzzle.day),
        task=f"{_task(puzzle)} {_standing(puzzle)}".strip(),
        board=table,
        rack=hand.tiles,
    )
