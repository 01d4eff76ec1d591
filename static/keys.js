// Single letters as commands, while the board has the focus: they press a button of the page, or say
// what the page shows. `?` lists them from anywhere. All of them can be switched off.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const dialog = byId("keys-dialog");
  const say = dialog.dataset;

  // The same words are heard again only if something differs.
  function tell(words) {
    const note = byId("note");
    note.textContent = words && note.textContent === words ? `${words}\u00a0` : words;
  }

  // --- what the page shows, as words ---

  function words(element) {
    const copy = element.cloneNode(true);
    for (const drawn of copy.querySelectorAll("[aria-hidden=true], [hidden]")) drawn.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  const all = (selector) => [...document.querySelectorAll(selector)];
  const nameOf = (player) => player.getAttribute("aria-label");

  function rack() {
    const held = all("#rack button").map((button) => button.dataset.word);
    return held.join(", ") || say.sayNoRack;
  }

  function clocks() {
    const running = all("#players .player:has(time[data-clock])");
    return running.map((player) => `${nameOf(player)}: ${words(player.querySelector("time[data-clock]"))}`).join(", ") || say.sayNoClock;
  }

  const scores = () => all("#players .player").map((player) => `${nameOf(player)} ${words(player.querySelector(".score"))}`).join(", ");
  const lastMove = () => words(byId("status"));
  const unseen = () => all("#aside .muted, #aside .who, #aside li:not(.none)").map(words).join(", ");

  // --- the commands ---

  const presses = (id) => () => {
    const button = byId(id);
    if (!button) return false;
    const isPossible = !button.disabled && !button.form?.hidden;
    tell(isPossible ? "" : say.sayNotNow);
    if (isPossible) button.click();
    return true;
  };

  const says = (what) => () => {
    tell(what());
    return true;
  };

  async function goToNext() {
    const answer = await fetch(say.next, { headers: { Accept: "application/json" } });
    const { url } = await answer.json();
    if (url) location.assign(url); else tell(say.sayNoNext);
  }

  const COMMANDS = {
    s: presses("shuffle"), o: presses("order"), e: presses("swap"), p: presses("pass"),
    r: () => Boolean(byId("rack")) && says(rack)(),
    l: says(lastMove), t: says(clocks), k: says(scores), u: says(unseen),
    n() {
      if (say.next) goToNext();
      return Boolean(say.next);
    },
    "?"() {
      dialog.showModal();
      return true;
    },
  };

  document.addEventListener("keydown", (event) => {
    const isHere = event.target.closest("#board") || (event.key === "?" && !event.target.closest("input, dialog"));
    const isOurs = isHere && byId("letters").checked && !event.defaultPrevented;
    if (!isOurs || event.ctrlKey || event.altKey || event.metaKey) return;
    if (COMMANDS[event.key.toLowerCase()]?.()) event.preventDefault();
  });

  // Who comes to the board with the keyboard is told once what to do there.
  document.addEventListener("focusin", function tellKeys({ target }) {
    if (!target.closest("#board") || !target.matches(":focus-visible") || !byId("letters").checked) return;
    document.removeEventListener("focusin", tellKeys);
    if (byId("keys-how") && !byId("note").textContent) tell(words(byId("keys-how")));
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

  // Not every game has all that the list tells of.
  for (const row of dialog.querySelectorAll("[data-needs]")) row.hidden = !byId(row.dataset.needs);

  // --- what else there is to press, and to hear ---

  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => import(say.sound), { capture: true, once: true });

  byId("letters-form").addEventListener("change", ({ currentTarget }) => {
    fetch(currentTarget.action, { method: "POST", body: new FormData(currentTarget), redirect: "manual" });
  });

  // Menus close as they do elsewhere: by Escape, and by a click outside.
  function closeMenus(kept) {
    for (const menu of all("details.more[open]")) if (menu !== kept) menu.open = false;
  }

  // So does what is chosen in it; the focus comes back to where it opens.
  document.addEventListener("click", ({ target }) => {
    const menu = target.closest("details.more");
    const isChosen = menu?.open && !target.closest("summary");
    if (isChosen) menu.querySelector("summary").focus();
    closeMenus(isChosen ? null : menu);
  }, true);
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest("details.more[open]");
    if (!menu) return;
    menu.querySelector("summary").focus();
    closeMenus();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dialog]");
    if (button) byId(button.dataset.dialog).showModal();
  });

  document.addEventListener("numerica:low", () => tell(say.sayLow));
})();
