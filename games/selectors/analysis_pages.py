"""The analysis board: the form of a position, and what was found about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.urls import reverse

from games.computers.roster import OPPONENTS, USUAL
from games.engine.position_lines import Step, steps_of
from games.engine.position_links import position_of
from games.engine.set_positions import SetPosition, format_tropes, full_rows, own_options
from games.models import Game
from games.presentation import analysis_text, boards, rules_pages, sentences, solutions
from games.presentation.models.analysis import (
    AnalysisPage,
    AnswerView,
    ChoiceField,
    PlayView,
    PositionForm,
    SeatFields,
    StepView,
)
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import verdict_to_json
from games.rules.notation import swapped_tiles
from games.rules.record import parse_options
from games.rules.tiles import BLANK
from games.selectors.analyses import Progress, progress, running_game_like
from games.store.history import position_before
from games.store.queries import SEAT_MARKS

SHOWN = 12  # moves


def page(
    position: SetPosition,
    user_id: int,
    *,
    typed: Mapping[str, str] | None = None,
    problem: str = "",
    fault: str = "",
    tile: str = "",
    is_blank: bool = False,
    opponent: str = "",
) -> AnalysisPage:
    """A position, and what was found about it; nothing of one of a running game of this user.

    `typed` are the texts of a form that could not be read, whose `problem` is told, and which
    field's `fault` it is. `tile` is the one that is chosen to be laid, `is_blank` as what a blank
    stands for; `opponent` is the computer that is chosen to play on against.
    """
    state, typed = position.state, typed or {}
    running = running_game_like(user_id, position.key, position.board) or ""
    found = None if running or problem else progress(state)
    return AnalysisPage(
        key=position.key,
        name=state.name,
        games=[rules_pages.game_link(key) for key in GAMES],
        link=urlencode(position.link),
        form=_form(position, state, typed, fault),
        said=analysis_text.of_script(),
        computers=list(OPPONENTS),
        opponent=opponent if opponent in OPPONENTS else USUAL,
        answer=_answer(position, state, found) if found is not None else None,
        tile=tile,
        is_blank=is_blank,
        problem=problem,
        fault=fault,
        running=running,
        typed=typed.get("put", ""),
    )


def _form(
    position: SetPosition, state: State, typed: Mapping[str, str], fault: str
) -> PositionForm:
    return PositionForm(
        table=boards.whole(state, state.view(0), None, []),
        empty_rows=boards.rows(state, state.view(0) | {"board": {}, "frozen": None}),
        board=typed.get("board", _typed_board(position)),
        rows=state.layout.size,
        seats=_seats(position, typed, fault),
        has_racks=state.has_racks,
        rack=typed.get("rack", "".join(position.rack)),
        rack_tiles=boards.rack(state, position.rack),
        kinds=boards.rack(state, _kinds(state)),
        has_blanks=BLANK in state.tiles.counts,
        stacks=bool(state.view(0).get("stacks")),
        frozen=typed.get("frozen", _name_of_frozen(position)),
        options=_options(position, typed),
        left=" ".join(str(seat + 1) for seat in position.left),
        quiet=position.link.get("quiet", ""),
        unseen=_unseen(state),
        example=state.phrases.example,
    )


def _typed_board(position: SetPosition) -> str:
    """The whole board as it is typed: rows of squares, or ranks with spaces between numbers."""
    if position.start.has_racks:
        return "\n".join(full_rows(position.board, position.layout.size))
    return position.board_text.replace("/", "\n")


def _kinds(state: State) -> Sequence[str]:
    """Every kind of tile that can be laid; blanks by a choice of their own, but on a rack."""
    if not state.has_racks:
        return [str(number) for number in range(1, 37)]
    view = state.view(0)
    return list(dict.fromkeys([*view["unseen"], *view["free"]]))


def _seats(position: SetPosition, typed: Mapping[str, str], fault: str) -> Sequence[SeatFields]:
    scores = typed.get("scores", " ".join(map(str, position.scores))).split()
    turn = typed.get("turn") or str(position.turn + 1)
    unread = [seat for seat, score in enumerate(scores) if not score.isdigit()]
    return tuple(
        SeatFields(
            number=seat + 1,
            name=analysis_text.player(seat),
            mark=SEAT_MARKS[seat],
            is_turn=turn == str(seat + 1),
            is_at_fault=fault == f"taken{seat + 1}" or (fault == "scores" and seat in unread),
            score=scores[seat] if seat < len(scores) else "0",
            tropes=typed.get(f"taken{seat + 1}", _tropes(position, seat)),
        )
        for seat in range(position.start.seats)
    )


def _tropes(position: SetPosition, seat: int) -> str:
    return "" if position.start.has_racks else format_tropes(position.taken[seat])


def _name_of_frozen(position: SetPosition) -> str:
    return "" if position.frozen is None else position.layout.name(position.frozen)


def _options(position: SetPosition, typed: Mapping[str, str]) -> Sequence[ChoiceField]:
    """The options of the game as lists; those that exclude each other are refused when sent."""
    return tuple(
        ChoiceField(
            f"option_{option.name}",
            sentences.phrase(option.label),
            tuple(
                (
                    value,
                    sentences.option_value(option, value),
                    value
                    == typed.get(
                        f"option_{option.name}", position.options.get(option.name, option.default)
                    ),
                )
                for value in option.values
            ),
        )
        for option in own_options(position.key)
    )


def _unseen(state: State) -> str:
    if not state.has_racks:
        return ""
    return analysis_text.tiles_out(sum(state.unseen(0).values()))


# --- what was found ---


def _answer(position: SetPosition, state: State, found: Progress) -> AnswerView:
    if not found.is_done:
        return AnswerView(is_waiting=True, said=analysis_text.waiting(found.before))
    if found.found is None:
        return AnswerView(has_failed=True)
    racks, moves = found.found["racks"], found.found["moves"]
    plays = tuple(_plays(position, state, moves))
    has_chances = any(play.chance for play in plays)
    caption = analysis_text.caption(
        racks if has_chances else None,
        is_exact=found.found["exact"],
        counts_points=state.counts_points,
    )
    is_partly = has_chances and not all(play.chance for play in plays)
    return AnswerView(
        said=_best(plays[0]) if plays else "",
        caption=f"{caption} {analysis_text.unknown()}" if is_partly else caption,
        has_chances=has_chances,
        plays=plays,
    )


def _best(play: PlayView) -> str:
    """The best move, for who hears the page."""
    points = "" if play.points is None else analysis_text.points(play.points)
    worth = ", ".join(filter(None, [points, play.chance, play.proven]))
    return analysis_text.best(f"{play.where} {play.line}".strip(), worth)


def _plays(position: SetPosition, state: State, moves: Sequence[Json]) -> Iterator[PlayView]:
    """The moves that the referee takes, each with the line that is expected to follow.

    Of those that lay the same tiles on the same squares for the same worth, the first.
    """
    alike: dict[tuple[object, ...], list[PlayView]] = {}
    for play in _all_plays(position, state, moves):
        worth = (play.where, *sorted(play.line), play.points, play.chance)
        alike.setdefault(worth, []).append(play)
    for first, *others in list(alike.values())[:SHOWN]:
        yield replace(first, alike=analysis_text.alike(len(others)) if others else "")


def _all_plays(position: SetPosition, state: State, moves: Sequence[Json]) -> Iterator[PlayView]:
    for move in moves:
        steps = list(steps_of(position, [move["text"], *move.get("line", ())]))
        if not steps:
            continue
        first, *others = map(_step, steps)
        is_told = "win" in move
        yield PlayView(
            **vars(first),
            points=steps[0].verdict.points if state.counts_points else None,
            chance=_chance(move) if is_told else "",
            error=_error(move) if is_told else "",
            proven=analysis_text.proven() if is_told and move["is_proven"] else "",
            steps=others,
        )


def _chance(move: Json) -> str:
    """The chance of a move; empty where it may be off by so much that it says nothing."""
    if move["error"] > analysis_text.ROUGH and not move["is_proven"]:
        return ""
    return analysis_text.chance(move["win"], is_proven=move["is_proven"])


def _error(move: Json) -> str:
    is_told = _chance(move) and not move["is_proven"]
    return analysis_text.error(move["error"]) if is_told else ""


def _step(step: Step) -> StepView:
    detail = verdict_to_json(step.verdict, step.before.layout)
    text = step.verdict.text
    line = _line(text, step)
    where = sentences.where(text, detail)
    return StepView(
        mark=SEAT_MARKS[step.mover],
        mover=analysis_text.player(step.mover),
        where=where if where != line else "",
        line=line,
        address=address_of(step.after) if step.after is not None else "",
    )


def _line(text: str, step: Step) -> str:
    """What a move reads, as one that may be made."""
    if step.verdict.kind == "swap":
        return analysis_text.swap(sentences.tiles(swapped_tiles(text)))
    if step.verdict.kind == "pass":
        return analysis_text.passing()
    return solutions.line(step.before, step.verdict)


def address_of(position: SetPosition, **more: str) -> str:
    """The address of a position on the analysis board; `more` is asked beside it."""
    return address_with(position.key, position.link | more)


def address_with(key: str, texts: Mapping[str, str]) -> str:
    """The address of a game's analysis board that is asked for these texts, readable or not."""
    address = reverse("games:analysis", args=[key])
    asked = urlencode({name: text for name, text in texts.items() if text})
    return f"{address}?{asked}" if asked else address


def chosen_opponent(name: str) -> str:
    """The computer of this name, if it is not chosen anyway; else no name."""
    return name if name in OPPONENTS and name != USUAL else ""


def position_in(game_id: str, ply: int) -> SetPosition | None:
    """The position of a finished game after `ply` moves, as the seat to move saw it.

    None where nobody is to move, or the rack is not known. Raises Game.DoesNotExist.
    """
    game = Game.objects.get(pk=game_id)
    state = position_before(game, ply + 1)
    if state.turn is None:
        return None
    try:
        return position_of(state.seen_by(state.turn), parse_options(game.options))
    except ValueError:
        return None
