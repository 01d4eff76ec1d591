// A player's turn, alike at every table: asking the referee, sending the move, passing, resigning.
// What is drafted belongs to the game's own script; it begins with `turn.begin`.
"use strict";
const turn = (() => {
  const byId = (id) => document.getElementById(id);
  const table = byId("try") || byId("main");     // the rules pages have a board to try moves on
  const form = byId("move-form");
  const field = byId("move");
  const verdict = byId("verdict");
  const hand = () => byId("hand").dataset;
  const live = () => byId("live").dataset;
  const say = form.dataset;
  // What the game's own script does; for what a pointer can take see drag.js.
  const game = { sent() {}, updated() {}, take() { return null; }, lift() { return false; } };

  const squareAt = (name) => byId(`sq-${name}`);
  const typed = () => field.value.trim();
  function tell(words) { byId("note").textContent = words; }

  function line(words) {
    const item = document.createElement("li");
    item.className = "no";
    item.append(Object.assign(document.createElement("span"), { className: "k", textContent: "✗" }),
      Object.assign(document.createElement("span"), { className: "why", textContent: words }));
    return item;
  }

  // What was used last: `mouse`, `pen`, `touch`, or a key.
  let means = "";
  addEventListener("pointerdown", (event) => { means = event.pointerType; }, true);
  addEventListener("keydown", () => { means = "key"; }, true);

  // --- the verdict: asked after every change; an answer about what is no more is not shown ---

  function ask() {
    table.dispatchEvent(new Event("numerica:draft"));
    verdict.setAttribute("aria-live", "polite");
    byId("preview-text").value = typed();
    if (typed()) htmx.trigger("#preview", "draft");
  }

  byId("preview").addEventListener("htmx:beforeRequest", (event) => {
    if (!typed()) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, parameters } = event.detail.requestConfig;
    if (elt.id === "preview" && parameters.text !== typed()) event.detail.shouldSwap = false;
  });

  // --- sending ---

  function play() { form.requestSubmit(byId("play")); }

  // What a dialog has asked about is not asked again.
  let isSure = false;

  function send(text) {
    field.value = text;
    byId("play").disabled = false;
    isSure = true;
    play();
    isSure = false;
  }

  // On a rules page nothing is played: there the referee is asked again.
  if (table.id === "try") {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
    });
    document.addEventListener("htmx:afterSettle", () => update());
  }

  // A refusal is said at once, a verdict on what is only drafted when there is time.
  form.addEventListener("htmx:beforeRequest", () => verdict.setAttribute("aria-live", "assertive"));

  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== form) return;
    const status = event.detail.xhr.status;
    if (status === 200) {
      field.value = "";
      verdict.replaceChildren();
      game.sent();
      update();
      cursor.keepFocus();
    } else if (status === 0 || status >= 500) {
      verdict.replaceChildren(line(say.sayFailed));
    }
  });

  // --- passing and resigning, each with its question ---

  for (const name of ["pass", "resign"]) {
    const dialog = byId(`${name}-dialog`);
    byId(name)?.addEventListener("click", () => {
      if (name === "pass") tellPass();
      dialog.returnValue = "";
      dialog.showModal();
    });
    dialog?.addEventListener("close", () => {
      if (dialog.returnValue === name) send(name);
    });
  }

  function tellPass() {
    const last = hand().passEnds === "1";
    byId("pass-plain").hidden = last;
    byId("pass-last").hidden = !last;
    if (last && byId("pass-scores")) byId("pass-scores").textContent = consequence();
  }

  // How the game would end with the scores as they are: `You would lose 14 to 16.`
  function consequence() {
    const words = byId("pass-scores").dataset;
    const score = (player) => parseInt(player.querySelector(".score").textContent, 10);
    const players = [...document.querySelectorAll("#players .player")];
    const own = score(players.find((player) => player.querySelector(".you")));
    const other = Math.max(...players.filter((player) => !player.querySelector(".you")).map(score));
    const said = own > other ? words.win : own < other ? words.lose : words.tie;
    return said.replace("%own", own).replace("%other", other);
  }

  // --- after every update ---

  // While an earlier position is shown, the draft waits; then it is laid again on what is there.
  let isBack = false;

  function update() {
    if (isReplaying()) { isBack = true; return; }
    if (table.id === "main") updateForms();
    game.updated(isBack);
    isBack = false;
  }

  function isReplaying() { return table.id === "main" && "replay" in live(); }

  function updateForms() {
    for (const ply of document.querySelectorAll("input[name=ply]")) ply.value = Number(live().ply) + 1;
    form.hidden = live().over === "1" || hand().draft === "0";
    byId("rematch").hidden = live().over !== "1";
    byId("pass").disabled = hand().pass !== "1";
    byId("resign").disabled = hand().resign !== "1";
  }

  document.addEventListener("numerica:shown", update);

  // The game's script is ready, and says what it does when.
  function begin(own) {
    Object.assign(game, own);
    update();
  }

  return { begin, game, isSure: () => isSure, means: () => means, byId, table, field, verdict, hand, live, squareAt, typed, tell, line, ask, play, send, consequence, isReplaying };
})();
