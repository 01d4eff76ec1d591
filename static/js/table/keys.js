// Single letters as commands, while the board has the focus; `?` lists them from anywhere, and `c` opens the
// chat also where nothing has it. All can be switched off. What they do comes with the first gesture.
import { byId, fetchAtFirstGesture, later, tell } from "../shared/page.js";

const commands = later(() => import("./commands.js"));

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isAnywhere = key === "?" ? !target.closest("input, dialog") : key === "c" && target === document.body;
  if (!target.closest("#board") && !isAnywhere || key.length > 1 || !byId("letters").checked) return;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  commands().then((script) => script.run(key.toLowerCase()));
});

// Tiles in a row are walked along with the arrows, too.
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tiles = [...event.target.closest(".rack")?.querySelectorAll("button") ?? []];
  const next = by && tiles[tiles.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// --- what else there is to press, and to hear ---

fetchAtFirstGesture(commands);
fetchAtFirstGesture(() => import("./sound.js"));
fetchAtFirstGesture(() => import("./keys_dialog.js"));
if (byId("pass-dialog")) fetchAtFirstGesture(() => {
  byId("pass-dialog").returnValue = byId("resign-dialog").returnValue = "";     // answered while it could not come
  return import("./ending_dialogs.js");
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-dialog]");
  if (button) byId(button.dataset.dialog).showModal();
});

document.addEventListener("numerica:low", ({ detail }) => tell(detail));
