"""The files of deploy/ say what the site says."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMMANDS = [
    DEPLOY / "systemd/numerica-pages@.service",
    DEPLOY / "systemd/numerica-sockets@.service",
    DEPLOY / "compose/compose.yaml",
    ROOT / "docs/production.md",
    ROOT / "README.md",
]


def read(path: Path) -> str:
    return path.read_text()


def test_every_name_in_the_example_is_read_by_the_settings():
    names = re.findall(r"^([A-Z_]+)=", read(DEPLOY / "environment.example"), re.MULTILINE)
    read_names = read(ROOT / "numerica_site/settings.py")
    assert len(names) > 10
    assert [name for name in names if f'"{name}"' not in read_names] == []


def test_the_proxy_takes_bodies_as_long_as_the_site_does():
    (size,) = re.findall(r"client_max_body_size (\d+)k;", read(DEPLOY / "nginx/numerica.conf"))
    assert int(size) * 1024 == settings.LONGEST_BODY


def test_the_proxy_believes_nobody_else_about_an_address():
    site = read(DEPLOY / "nginx/numerica.conf")
    assert "X-Forwarded-For $remote_addr;" in site and "proxy_add_x_forwarded_for" not in site
    in_locations = site[site.index("location /static/") :]
    assert "proxy_set_header" not in in_locations  # one there would end all of the server's


@pytest.mark.parametrize("folder", ["nginx", "compose"])
def test_no_connection_to_a_process_is_kept_that_could_end(folder):
    said = re.sub(r"#.*", "", read(DEPLOY / folder / "upstreams.conf"))
    assert "numerica_pages" in said and "keepalive" not in said


@pytest.mark.parametrize("folder", ["nginx", "compose"])
def test_a_process_that_nginx_avoids_is_asked_when_no_other_is_left(folder):
    told = re.findall(r"server (\S+) ([^;]+);", read(DEPLOY / folder / "upstreams.conf"))
    usual = [process for process, how in told if "max_fails=1" in how and "backup" not in how]
    spare = [process for process, how in told if how == "max_fails=0 backup"]
    assert usual == spare and len(told) == 2 * len(usual) >= 8


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.name)
def test_the_server_is_started_alike_everywhere(path):
    command = re.sub(r"[\\\s]+", " ", read(path))
    assert (
        "-v 0 --no-server-name --http-timeout 120 --websocket_timeout 14400"
        " --ping-interval 10 --ping-timeout 15 --websocket-max-message-size"
        f" {settings.DAPHNE_WEBSOCKET_MAX_MESSAGE_SIZE} --websocket-max-frame-size"
        f" {settings.DAPHNE_WEBSOCKET_MAX_FRAME_SIZE} numerica_site.asgi:application"
    ) in command


def test_sockets_leave_deadlines_to_who_takes_moves():
    assert "NUMERICA_TICKER=0" in read(DEPLOY / "systemd/numerica-sockets@.service")
    assert "NUMERICA_TICKER" not in read(DEPLOY / "systemd/numerica-pages@.service")
