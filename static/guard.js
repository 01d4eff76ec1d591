// Against slips: a second step before a move is sent, none sent by a control that has only just come
// under the pointer, and no Enter on the heels of somebody else's move.
"use strict";
(() => {
  const { byId, table, field, tell } = turn;
  const FRESH = 600;          // milliseconds for which a control takes nothing after it appeared or moved
  const HEELS = 400;          // milliseconds for which Enter is dead after a live update
  const NEAR = 32;            // pixels: a second tap of the same finger
  const now = () => performance.now();

  // --- two steps: Play, then Confirm at the other end of the strip ---

  const form = byId("move-form");
  const [confirm, notYet] = [byId("confirm"), byId("not-yet")];
  const isArmed = () => Boolean(confirm) && !confirm.hidden;

  function hasTwoSteps() {
    const { steps } = form.dataset;
    return steps === "always" || (steps === "touch" && turn.means() === "touch");
  }

  function arm() {
    notYet.style.width = `${byId("play").offsetWidth}px`;
    byId("confirm-points").textContent = byId("play-points").textContent;
    const hadFocus = document.activeElement === byId("play");
    confirm.hidden = notYet.hidden = false;
    if (hadFocus) confirm.focus();
    if (turn.means() === "key") tell(turn.say.confirm);
  }

  function disarm() {
    if (!isArmed()) return;
    const hadFocus = [confirm, notYet].includes(document.activeElement);
    confirm.hidden = notYet.hidden = true;
    tell("");
    if (hadFocus) byId("play").focus({ preventScroll: true });
  }

  // Before htmx hears of it.
  table.addEventListener("submit", (event) => {
    if (event.target !== form || event.defaultPrevented || !confirm) return;
    if (isArmed() || turn.isSure() || !hasTwoSteps()) { disarm(); return; }
    event.preventDefault();
    event.stopPropagation();
    arm();
  }, true);

  notYet?.addEventListener("click", disarm);
  field.addEventListener("input", disarm);
  table.addEventListener("numerica:draft", disarm);
  document.addEventListener("numerica:shown", () => { if (turn.hand().play !== "1") disarm(); });
  addEventListener("keydown", (event) => {
    if (!isArmed() || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    disarm();
  }, true);

  // --- what the pointer is on, and since when it is there: moving on to a control is deliberate ---

  const CONTROL = "button:not([type=button], [form=hint-form]), #not-yet";     // those that send, or take back
  const controlAt = (element) => element.closest?.(CONTROL);
  const nameOf = (control) => control && (control.id || `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`);
  let seen = { x: 0, y: 0, at: 0, since: 0, name: null };

  const isStill = ({ clientX, clientY }) => clientX === seen.x && clientY === seen.y;

  function look(event, since) {
    const name = nameOf(controlAt(event.target));
    seen = { x: event.clientX, y: event.clientY, at: now(), since: name === seen.name ? seen.since : since, name };
  }

  addEventListener("pointermove", (event) => { if (!isStill(event)) look(event, 0); }, true);
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || !isStill(event)) return;
    look(event, now());
    if (seen.name && seen.since) waitFor(seen.since + FRESH - now());
  }, true);
  addEventListener("pointerup", (event) => { seen.at = now(); if (!isStill(event)) look(event, 0); }, true);
  addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    const isAgain = now() - seen.at < FRESH && Math.hypot(event.clientX - seen.x, event.clientY - seen.y) < NEAR;
    look(event, isAgain ? seen.at : 0);
  }, true);

  // --- what a live update brought or moved, wherever the pointer is; dialogs and menus one opens oneself ---

  let before = [];            // the controls and their places when the update came
  let arrived = [];           // controls that take nothing until a time, wherever they stand by then

  function controls() {
    return [...document.querySelectorAll(CONTROL)]
      .filter((control) => !control.closest("dialog") && control.checkVisibility())
      .map((control) => ({ name: nameOf(control), box: control.getBoundingClientRect() }));
  }

  function isOld({ name, box }) {
    return before.some((old) => old.name === name && Math.abs(old.box.x - box.x) < box.width / 2 && Math.abs(old.box.y - box.y) < box.height / 2);
  }

  function compare() {
    const until = now() + FRESH;
    const fresh = controls().filter((control) => !isOld(control)).map(({ name }) => ({ name, until }));
    arrived = [...arrived.filter((one) => one.until > now()), ...fresh];
    if (fresh.length) waitFor(FRESH);
  }

  // While something is refused, the pointer says so; what is refused, words.
  let waitsUntil = 0;

  function waitFor(time) {
    waitsUntil = Math.max(waitsUntil, now() + time);
    table.dataset.fresh = "";
    setTimeout(() => { if (now() >= waitsUntil) delete table.dataset.fresh; }, time + 1);
  }

  function refuse(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(turn.say.fresh);
  }

  addEventListener("click", (event) => {
    const control = controlAt(event.target);
    if (!control || event.detail === 0) return;              // a key, or a script
    const hasCome = nameOf(control) === seen.name && now() - seen.since < FRESH && seen.since > 0;
    const isNew = !control.closest("dialog") && arrived.some(({ name, until }) => until > now() && name === nameOf(control));
    if (hasCome || isNew) refuse(event);
    else if (byId("note").textContent === turn.say.fresh) tell("");
  }, true);

  // --- Enter: what somebody types on may not play into a position that has just changed ---

  let ply = turn.live().ply;
  let changedAt = -HEELS;

  function updated() {
    compare();
    if (turn.live().ply === ply) return;
    ply = turn.live().ply;
    changedAt = now();
    waitFor(HEELS);
  }

  for (const coming of ["htmx:wsBeforeMessage", "htmx:beforeSwap"]) document.addEventListener(coming, () => { before = controls(); });
  for (const there of ["htmx:wsAfterMessage", "htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(there, updated);

  addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isHarmless = target.matches(`:is(a, button, summary):not(${CONTROL})`);
    if (key === "Enter" && now() - changedAt < HEELS && table.contains(target) && !isHarmless && !target.closest("dialog")) refuse(event);
  }, true);
})();
