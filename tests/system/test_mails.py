"""A mail for each turn that is told, whatever dies: on both kinds of database, by a real server."""

import urllib.request
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.faults import Figures
from tests.mail_servers import MailServer
from tests.servers import Server, wait_until
from tests.system.at_once import printed
from tests.tiers import times

pytestmark = pytest.mark.system

PATIENCE = 120  # seconds; a lease is twenty times what an answer may take

BEGIN = """
from datetime import timedelta
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import Mail, User
from games.background.postman import deliver_due
from games.models import GameSettings
from games.services.seeds import new_seed
from games.services.start import start_game
from tests.system.at_once import do_at_once

def person(name):
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user

def start(*users):
    return start_game(GameSettings("numerica"), users=users, seed=new_seed(), now=timezone.now())
"""

ONE_TURN = BEGIN + 'start(person("ada"), person("ben"))\nprint("DONE")'

MANY_TURNS = (
    BEGIN
    + """
for number in range(ROUNDS):
    start(person(f"a{number}"), person(f"b{number}"))
do_at_once([(deliver_due,)] * 4)
print(*Mail.objects.values_list("outcome", flat=True))
"""
)

ONE_PERSON = (
    BEGIN
    + """
ada = person("ada")
for number in range(ROUNDS):
    start(ada, person(f"b{number}"))
turns = Mail.objects.filter(recipient=ada).count()
do_at_once([(deliver_due,)] * 4)
later = timezone.now() + timedelta(minutes=2)  # what was found while another was on its way
deliver_due(lambda: later)
print(turns, *Mail.objects.filter(recipient=ada).values_list("outcome", flat=True))
"""
)


@pytest.fixture
def post() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
def site(unserved: Server, post: MailServer) -> Server:
    """A site that mails at once, by this server."""
    unserved.environment |= {
        "EMAIL_URL": post.url,
        "NUMERICA_MAIL_AFTER": "0",
        "NUMERICA_EMAIL_TIMEOUT": "1",
    }
    return unserved


def outcomes(site: Server) -> list[str]:
    return [outcome for [outcome] in site.database.rows("SELECT outcome FROM accounts_mail")]


@pytest.mark.fault("F1b")
@pytest.mark.long
def test_a_process_killed_between_commit_and_sending_loses_no_mail_and_sends_none_twice(
    site: Server, post: MailServer
) -> None:
    post.answers.append("hang")
    assert printed(site, ONE_TURN, 1) == ["DONE"]  # this process ends: nothing was sent
    assert post.asked == 0 and outcomes(site) == [""]
    site.start()
    _ask(site)
    assert post.hangs.wait(PATIENCE)
    site.kill()
    assert post.taken == [] and outcomes(site) == [""]
    post.go_on()
    with site:
        _ask(site)
        wait_until(lambda: outcomes(site) == ["sent"], "the mail is sent", PATIENCE)
    [mail] = post.taken
    [[message_id]] = site.database.rows("SELECT message_id FROM accounts_mail")
    assert mail["Message-ID"] == message_id and len(post.recipients) == 1


def _ask(site: Server) -> None:
    """The first request starts what runs beside the pages."""
    with urllib.request.urlopen(f"{site.origin}/healthz", timeout=60) as answer:
        assert answer.status == 200


@pytest.mark.fault("F5")
@pytest.mark.long
@pytest.mark.wider
def test_of_several_who_send_at_the_same_moment_each_mail_is_sent_by_one(
    site: Server, post: MailServer, figures: Figures
) -> None:
    count = figures.add("mails", times(4, 8, 100))
    assert printed(site, MANY_TURNS, count) == ["sent"] * count
    ids = Counter(mail["Message-ID"] for mail in post.taken)
    assert len(ids) == count and set(ids.values()) == {1}


@pytest.mark.fault("F5")
@pytest.mark.long
@pytest.mark.wider
def test_of_several_turns_of_a_person_one_is_mailed_whoever_sends(
    site: Server, post: MailServer, figures: Figures
) -> None:
    turns, *ended = printed(site, ONE_PERSON, figures.add("rounds", times(8, 10, 100)))
    own = [mail for mail in post.taken if mail["To"] == "ada@example.org"]
    assert len(ended) == int(turns) and Counter(ended)["sent"] == len(own) == min(1, int(turns))


@pytest.mark.slow
def test_without_a_mail_server_mails_are_files_in_a_folder_that_the_start_names(
    unserved: Server,
) -> None:
    del unserved.environment["EMAIL_URL"]  # as `make play` has it
    unserved.environment["NUMERICA_MAIL_AFTER"] = "0"
    folder = unserved.var_dir / "mails"
    with unserved:
        wait_until(lambda: f"Mails are files in {folder}/" in unserved.log, "the folder is named")
        assert printed(unserved, ONE_TURN, 1) == ["DONE"]
        _ask(unserved)
        wait_until(lambda: outcomes(unserved) == ["sent"], "the mail is written", PATIENCE)
    [file] = folder.iterdir()
    assert b"It is your turn in Numerica" in file.read_bytes()
