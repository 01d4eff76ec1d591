"""The leads of a finished game: after each move, and as a chart."""

from collections.abc import Sequence

from games.models import Game, Player
from games.presentation.models.reviews import Lead, LeadChart, LeadColumn, LeadCurve, SeatScore
from games.store.history import running_totals, start_of
from games.store.queries import SEAT_MARKS
from ratings.charts import column_chart

LABEL_ABOVE, LABEL_HEIGHT = 8, 20  # in the units of the chart


def seat_score(player: Player) -> SeatScore:
    """A player with the score at the end."""
    return SeatScore(player.shown_name, SEAT_MARKS[player.seat], player.score)


def leads(game: Game) -> list[Lead]:
    """The leader at the start, after each move, and at the end if that changed the scores."""
    players = [seat_score(player) for player in game.players.all()]
    return [_lead(players, scores) for scores in _totals(game)]


def _lead(players: Sequence[SeatScore], scores: Sequence[int]) -> Lead:
    best, second = sorted(scores, reverse=True)[:2]
    return Lead(players[scores.index(best)] if best > second else None, best - second)


def _totals(game: Game) -> list[list[int]]:
    """The scores at the start, after each move, and at the end if the ending changed them."""
    totals = [list(start_of(game).scores), *running_totals(game, list(game.moves.all()))]
    final = [player.score for player in game.players.all()]
    return totals if totals[-1] == final else [*totals, final]


def lead_chart(game: Game) -> LeadChart:
    """By how much each player is ahead of the best of the others; of two, the first alone."""
    names = [player.shown_name for player in game.players.all()]
    is_for_two = len(names) == 2
    ahead = _ahead(_totals(game))
    chart = column_chart(ahead[:1] if is_for_two else ahead)
    heights = _label_heights([curve.last[1] for curve in chart.curves], chart.height)
    return LeadChart(
        width=chart.width,
        height=chart.height,
        left=chart.left,
        right=chart.right,
        bottom=chart.bottom,
        curves=tuple(
            LeadCurve(curve.points, curve.last, name, label_y)
            for curve, name, label_y in zip(chart.curves, names, heights, strict=False)
        ),
        lines=chart.lines,
        first=names[0],
        second=names[1],
        is_for_two=is_for_two,
        counts_points=game.rules.counts_points,
        columns=tuple(_columns(game)),
    )


def _ahead(totals: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each seat, points before the best of the others, place by place."""
    seats = range(len(totals[0]))
    return [
        [scores[seat] - max(scores[other] for other in seats if other != seat) for scores in totals]
        for seat in seats
    ]


def _columns(game: Game) -> list[LeadColumn]:
    """The places of the chart, each with the ply it leads to; what the end changed is the last."""
    return [
        LeadColumn(lead.leader, lead.lead, ply=min(place, game.ply), is_end=place > game.ply)
        for place, lead in enumerate(leads(game))
    ]


def _label_heights(ends: Sequence[int], height: int) -> list[int]:
    """The heights of the curves' names: above the ends of the curves, apart, and inside."""
    by_end = sorted(range(len(ends)), key=lambda curve: ends[curve])
    heights = list(ends)
    free = 0
    for curve in by_end:
        heights[curve] = free = max(ends[curve] - LABEL_ABOVE, free + LABEL_HEIGHT)
    free = height - LABEL_ABOVE
    for curve in reversed(by_end):
        heights[curve] = min(heights[curve], free)
        free = heights[curve] - LABEL_HEIGHT
    return heights
