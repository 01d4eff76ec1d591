"""The table page and its live updates: everything they show, listed name by name."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

from games.computers.roster import OPPONENTS, USUAL
from games.models import Game, Player
from games.presentation import boards, plain_text, script_sentences, sentences, time_text
from games.presentation.models.board import HandView, SquareView, TileCount
from games.presentation.models.replay import StepsView
from games.presentation.models.table import (
    GameFacts,
    Offer,
    Origin,
    PlayOnView,
    TableView,
)
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import parse_options
from games.selectors.chat import rooms_seen
from games.selectors.hints import hint_view, hinted_squares
from games.selectors.presence import here
from games.selectors.review_moves import judged_at
from games.selectors.review_progress import review_progress
from games.selectors.table_moves import plain_moves, score_sheet, squares_of_last
from games.selectors.table_players import player_cards, rack_counts, ratings_at
from games.selectors.table_results import result
from games.selectors.table_sentences import announcement, status
from games.selectors.tile_draws import fair
from games.store import draw_offers, site_time
from games.store.absences import can_be_claimed
from games.store.hints import may_take_hints
from games.store.history import position_before
from games.store.permissions import (
    last_own_move,
    may_ask_for_time,
    may_take_back,
    way_to_call_off,
)
from games.store.queries import Reader, game_with_players


def seat_of(game_id: str, reader: Reader) -> Seat | None:
    """The seat a reader has in a game; None for a stranger."""
    if not reader.is_authenticated:
        return None
    seats = Player.objects.filter(game=game_id, user=reader.pk)
    return seats.values_list("seat", flat=True).first()


def position(game_id: str) -> State:
    """The position of a game, for the referee; raises Game.DoesNotExist."""
    return Game.objects.get(pk=game_id).position


def position_text(game_id: str, ply: int | None) -> str | None:
    """The game as plain text after `ply` moves, or now; None when the game is not that long.

    The same for everybody: nothing that is hidden from strangers. Raises Game.DoesNotExist.
    """
    game = game_with_players(game_id)
    if ply is None or ply == game.ply:
        return _text(game, game.position, game.ply)
    return _text(game, position_before(game, ply + 1), ply) if ply < game.ply else None


def _text(game: Game, state: State, ply: int) -> str:
    names = [player.shown_name for player in game.players.all()]
    return plain_text.of_position(state, parse_options(game.options), names, plain_moves(game, ply))


# --- the table as it is now ---


def table(game_id: str, seat: Seat | None) -> TableView:
    """Everything the table shows to a seat, or to a stranger (None).

    Raises Game.DoesNotExist. Three queries, and one for moves that were not read before; one more
    at a rated end and two for what a player's best was, however long the game is.
    """
    return table_of(game_with_players(game_id), seat)


def table_of(
    game: Game,
    seat: Seat | None,
    *,
    has_board: bool = True,
    ratings: Sequence[int | None] | None = None,
) -> TableView:
    """The same of a game that is read, with its players, and their ratings if they are known.

    Without its board it is for a page that has it: with the squares that changed, and no others.
    """
    state = game.position
    shown = _table(game, state, game.ply, seat, ratings)
    return _with_board(game, state, shown) if has_board else shown


class Reading:
    """A game that is read once, when its first table is asked for, for the tables of all seats."""

    def __init__(self, game_id: str) -> None:
        self._game_id = game_id

    @cached_property
    def _game(self) -> Game:
        return game_with_players(self._game_id)

    @cached_property
    def _ratings(self) -> Sequence[int | None]:
        return ratings_at(self._game)

    def table(self, seat: Seat | None, *, has_board: bool = True) -> TableView:
        """As `table_of`; raises Game.DoesNotExist."""
        return table_of(self._game, seat, has_board=has_board, ratings=self._ratings)


# --- the table as it was ---


def replay_table(
    game_id: str, seat: Seat | None, ply: int, show: int | None = None
) -> TableView | None:
    """The same as it was after `ply` moves, to look at; None when the game is not that long.

    Raises Game.DoesNotExist. While the game runs, racks of then are as secret as those of now.
    The hand is the one of now, of a finished game that of then, and lies still. Of a finished
    game, `show` lays one of the best plays that the review found on the board, the first for 1.
    """
    game = game_with_players(game_id)
    if ply > game.ply:
        return None
    state = position_before(game, ply + 1)
    shown = _with_board(game, state, _without_clocks(_table(game, state, ply, seat)))
    judged = judged_at(game, state, ply, show)
    if judged is not None and judged.shown is not None:
        shown = replace(shown, rows=boards.with_play(shown.rows, state, judged.shown.on_board))
    if game.ended_at is not None:
        shown = _with_racks(shown, state)
    held = state if game.ended_at is not None else game.position
    hand = boards.hand(held, _view(game, held, seat), seat)
    return replace(
        shown,
        is_replay=True,
        hand=_at_rest(hand) if hand is not None else None,
        judged=judged,
        play_on=_play_on(game, state),
    )


def _without_clocks(shown: TableView) -> TableView:
    """The table to be looked at, on which nobody's time runs."""
    players = [replace(player, deadline=None, time_left="", bank="") for player in shown.players]
    return replace(shown, players=players)


def _with_racks(shown: TableView, state: State) -> TableView:
    """The table with all racks of a position, of a game that is over."""
    players = [
        replace(player, rack=boards.rack(state, state.view(player.seat)["racks"][player.seat]))
        for player in shown.players
    ]
    return replace(shown, players=players)


def _at_rest(hand: HandView) -> HandView:
    """A hand that can do nothing; whether draws may be offered is a matter of the whole game."""
    still = {name: may if name == "draw" else 0 for name, may in hand.actions.items()}
    return replace(hand, actions=still, moves={})


def _play_on(game: Game, state: State) -> PlayOnView | None:
    """The computers against which a position of a finished game can be played on."""
    if game.ended_at is None or state.turn is None:
        return None
    return PlayOnView(list(OPPONENTS), USUAL)


# --- one position ---


def _view(game: Game, state: State, seat: Seat | None) -> Json:
    """What a seat may see; a computer agrees to no draw."""
    view = state.view(seat)
    if game.has_computers:
        view["actions"].pop("draw", None)
    return view


def _table(
    game: Game,
    state: State,
    ply: int,
    seat: Seat | None,
    ratings: Sequence[int | None] | None = None,
) -> TableView:
    """A position after `ply` moves, without the rows of its board and its text."""
    ratings = ratings_at(game) if ratings is None else ratings
    view, sheet = _view(game, state, seat), score_sheet(game, seat)
    moves, reader = sheet[:ply], seat if ply == game.ply else None
    shown = _without_moves(game, state, view, ply, seat)
    shown = replace(
        shown,
        result=result(game, sheet, seat),
        is_taken_back=bool(moves) and moves[-1].kind == "takeback",
        players=player_cards(game, state, view, moves, seat, ratings),
        moves=sheet,
        new_moves=moves[-1:],
        status=status(game, view, moves, seat),
        call=announcement(game, state, view, moves, reader),
    )
    told = hinted_squares(game, reader, [ply, ply + 1])
    return replace(
        shown,
        changed=_changed_squares(state, view, shown, told),
        hinted=_hinted_squares(state, view, shown, told),
    )


def _without_moves(game: Game, state: State, view: Json, ply: int, seat: Seat | None) -> TableView:
    """What does not depend on the moves that led to a position."""
    names = [player.shown_name for player in game.players.all()]
    board = boards.without_rows(state, view, seat)
    shown = TableView(
        **vars(_game_facts(game, seat)),
        **vars(replace(board, sentences=script_sentences.of_table(game.key, seat))),
        ply=ply,
        turn=view["turn"],
        is_over=view["outcome"] is not None,
        steps=StepsView.at(ply, game.ply),
        bags=sentences.in_bags(view["bags"]),
        unseen=tuple(
            TileCount(boards.tile(symbol), count) for symbol, count in view["unseen"].items()
        ),
        held_by_others=rack_counts(view, names, seat),
        hint=hint_view(game, view, seat, ply),
    )
    return shown if ply < game.ply else _with_offers(shown, game, state, seat)


def _with_offers(shown: TableView, game: Game, state: State, seat: Seat | None) -> TableView:
    """The table with the draws offered, what the reader can take back, and how call it off."""
    offers = [
        Offer(player.seat, player.shown_name, is_of_time=not player.offers_draw)
        for player in game.players.all()
        if player.offers_draw or player.asks_time == Player.ASKS
    ]
    shown = replace(shown, offers=offers, offers_made=draw_offers.made(game))
    if seat is None or state.outcome is not None:
        return shown
    own = last_own_move(game, seat) if may_take_back(game, seat) else None
    call_off = way_to_call_off(game, state, seat)
    may_ask = may_ask_for_time(game)
    return replace(shown, take_back=own, call_off=call_off, may_ask_for_time=may_ask)


def _game_facts(game: Game, seat: Seat | None) -> GameFacts:
    """What is so in every position of the game."""
    return GameFacts(
        id=game.id,
        options=sentences.option_words(game.rules, parse_options(game.options)),
        rated=game.rated,
        is_private=game.is_private,
        is_imported=game.is_imported,
        origin=Origin(game.origin_id, game.origin_ply) if game.initial_state else None,
        time=time_text.time_control_in_short(game.time_control),
        seat=seat,
        has_ended=game.ended_at is not None,
        has_hints=may_take_hints(game, seat),
        fair=fair(game),
        review=review_progress(game.id) if game.ended_at is not None else None,
        here=here(game.id),
        has_chat=bool(rooms_seen(game, is_player=seat is not None, now=site_time.now())),
        counts_absence=can_be_claimed(game),
    )


# --- squares ---


def _with_board(game: Game, state: State, shown: TableView) -> TableView:
    """The table with its board, and with the position as text."""
    last = squares_of_last(shown.moves[: shown.ply])
    lit, best = _hint_squares(shown), _best_squares(shown)
    rows = [
        boards.with_best(boards.with_hint(row, lit), best)
        for row in boards.rows(state, state.view(None), last)
    ]
    return replace(shown, rows=rows, text=_text(game, state, shown.ply))


def _changed_squares(
    state: State, view: Json, shown: TableView, told: Collection[str]
) -> Sequence[SquareView]:
    """The squares that the last move changed, those of hints, lit no more, and of the best play.

    The page itself takes the mark off the tiles of the move before (`unmark` in live/main.js),
    unless tiles of this game are moved: then what lay there may be gone, or locked no more.
    """
    moves, best = shown.moves[: shown.ply], _best_squares(shown)
    names = {*squares_of_last(moves), *told, *best}
    if "frozen" in view:
        names |= {name for move in moves[-2:] for name in move.squares} | _locked_squares(view)
    changed = boards.squares(state, view, names, squares_of_last(moves))
    return boards.with_best(changed, best)


def _hinted_squares(
    state: State, view: Json, shown: TableView, told: Collection[str]
) -> Sequence[SquareView]:
    """The squares of all plays told of, each lit if it is what the hint is about now."""
    last = squares_of_last(shown.moves[: shown.ply])
    return boards.with_hint(boards.squares(state, view, told, last), _hint_squares(shown))


def _hint_squares(shown: TableView) -> Sequence[str]:
    return shown.hint.squares if shown.hint is not None else ()


def _best_squares(shown: TableView) -> Sequence[str]:
    """The squares of the best play of a finished game, while its end is looked at."""
    best = shown.result.best if shown.result is not None and shown.is_over else None
    return best.squares if best is not None else ()


def _locked_squares(view: Json) -> set[str]:
    """The square of the tile that may not move, which a pass leaves where it was before."""
    return {view["frozen"]} if view.get("frozen") else set()
