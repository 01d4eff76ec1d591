"""The commands that the README shows for programs play a game as they stand there."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import HOST, ROOT, Server

pytestmark = pytest.mark.system
REFUSED = ("not-on-rack", "not-your-turn")
COMMANDS = re.compile(r"```sh\nsite=http://localhost:8000\n(.+?)```", re.DOTALL)


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl; .ci/tools installs it")
def test_the_commands_of_the_readme_begin_a_game_and_move(tmp_path: Path) -> None:
    [commands] = COMMANDS.findall((ROOT / "README.md").read_text())
    folder = tmp_path / "jars"
    folder.mkdir()
    with Server(prepared_folder(tmp_path)) as site:
        script = f"set -e\nsite=http://{HOST}:{site.port}\n{commands}"
        environment = os.environ | {"no_proxy": "*"}
        said = subprocess.run(
            ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
        )
        assert said.returncode == 0, said.stdout + said.stderr
        rack, answers = said.stdout.split("\n", 1)
        assert re.fullmatch(r'data-tiles="(\S ){8}\S "', rack), rack
        checked, end = json.JSONDecoder().raw_decode(answers)
        moved = json.loads(answers[end:])
        for answer in (checked, moved):  # refused where the rack lacks a tile, or Ben begins
            assert "8F 3+3=6" in str(answer) or answer["code"] in REFUSED, answer
        [(turn,)] = site.database.rows("SELECT turn FROM games_game")
        assert turn is not None
