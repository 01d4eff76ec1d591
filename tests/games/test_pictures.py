"""The picture of a board that other sites show beside a link."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image

from games.models import Game, GameSettings, canonical_json
from games.presentation import preview_image
from games.rules import GAMES
from games.rules.numerica import TILES
from games.selectors import preview_images
from games.services.start import start_game
from numerica_site.limits import LIMITS

from .helpers import WHOLE

pytestmark = pytest.mark.django_db


def drawn(client, game, ply=None):
    response = client.get(f"/games/{game.id}/{game.ply if ply is None else ply}.png")
    assert response.status_code == 200 and response["Content-Type"] == "image/png"
    return response.content


def size_of(picture):
    with Image.open(BytesIO(picture)) as image:
        return image.format, image.size


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_picture_of_the_right_size(key, people, browser):
    users = [people.ada, people.ben]
    game = start_game(GameSettings(key), users=users, seed=bytes(32), now=timezone.now())
    picture = drawn(browser(), game)
    assert size_of(picture) == ("PNG", (1200, 630))
    assert len(picture) < 100_000


@pytest.mark.slow
def test_the_picture_changes_with_the_move_and_keeps_the_past(start, browser):
    game, client = start(moves=4), browser()
    pictures_of_plies = [drawn(client, game, ply) for ply in range(5)]
    assert len(set(pictures_of_plies)) == 5
    other = start(moves=2)
    assert drawn(client, other) == pictures_of_plies[2]


@pytest.mark.slow
def test_a_finished_game_has_one_too(start, browser):
    game = start(moves=len(WHOLE.moves))
    assert size_of(drawn(browser(), game)) == ("PNG", (1200, 630))


@pytest.mark.parametrize("address", ["nosuchgame/0.png", "{id}/5.png", "{id}/-1.png", "{id}/x.png"])
def test_what_is_not_there_has_no_picture(address, start, browser):
    game = start(moves=4)
    response = browser().get(f"/games/{address.format(id=game.id)}")
    assert response.status_code == 404 and response["Content-Type"].startswith("text/html")


@pytest.mark.slow
def test_nothing_hidden_has_an_influence(start, people, browser):
    """Racks and bag are exchanged; the players themselves get no other picture than strangers."""
    game = start(moves=6)
    seen = [drawn(browser(who), game) for who in (None, people.ada, people.ben)]
    state = game.position.to_json()
    rack, (bag, *_) = state["stock"]["racks"][0], state["stock"]["bags"][0]
    mine, other = rack[0][0], next(tile for tile in bag if tile != rack[0][0])
    rack[0][0] = other
    bag[bag.index(other)] = mine
    state["stock"]["bags"][0][0] = list(TILES.sort(bag))
    Game.objects.filter(pk=game.id).update(state=canonical_json(state), seed="00" * 32)
    game.refresh_from_db()
    assert game.position.racks[0][0] == other
    seen.append(preview_image.of_table(preview_images.tables.table(game.id, None)))
    assert len(set(seen)) == 1


@pytest.mark.slow
def test_the_picture_may_be_kept_and_is_not_sent_twice(start, browser):
    game, client = start(moves=1), browser()
    first = client.get(f"/games/{game.id}/1.png")
    assert "no-store" not in first["Cache-Control"] and "max-age" in first["Cache-Control"]
    again = client.get(f"/games/{game.id}/1.png", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content
    other = client.get(f"/games/{game.id}/0.png", headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200


@pytest.mark.slow
def test_a_name_that_was_replaced_is_drawn_no_more(
    start, people, browser, django_capture_on_commit_callbacks
):
    from accounts.services import tell_names_changed

    game, client = start(), browser()
    before = drawn(client, game)
    people.ada.username = "Zoe"
    people.ada.save()
    with django_capture_on_commit_callbacks(execute=True):
        tell_names_changed(people.ada.pk)
    assert drawn(client, game) != before


@pytest.mark.slow
def test_one_address_gets_at_most_sixty_pictures_a_minute(start, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    game, client = start(), browser()
    for _ in range(60):
        drawn(client, game)
    refused = client.get(f"/games/{game.id}/0.png")
    assert refused.status_code == 429 and refused["Retry-After"] == "60"


def test_every_premium_square_has_a_colour():
    looks = {square.look for game in GAMES.values() for square in game.layout.legend}
    assert looks == set(preview_image.PENCILS)


@pytest.mark.parametrize(
    "name",
    ["W" * 60, "Łukasz-Ångström", "数", ""],
    ids=["long", "accents", "none of ours", "empty"],
)
def test_any_name_of_an_imported_game_can_be_drawn(name, start):
    table = preview_images.tables.table(start().id, None)
    first, *others = table.players
    table = replace(table, players=[replace(first, name=name), *others])
    assert size_of(preview_image.of_table(table)) == ("PNG", (1200, 630))


@pytest.mark.slow
def test_a_page_names_its_picture_by_its_whole_address(start, browser):
    game, client = start(moves=3), browser()
    for address, picture in (
        (f"/games/{game.id}/", f"/games/{game.id}/3.png"),
        (f"/games/{game.id}/?ply=1", f"/games/{game.id}/1.png"),
        ("/", "/picture.png"),
        ("/@Ada/", "/picture.png"),
    ):
        html = client.get(address).content.decode()
        assert f'<meta property="og:image" content="http://testserver{picture}">' in html
        assert html.count('property="og:title"') == 1 and "summary_large_image" in html
        assert size_of(client.get(picture).content) == ("PNG", (1200, 630))
