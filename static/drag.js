// Dragging with mouse, pen or finger: one more way to draft, never the only one.
// Here are the pointer and the ghost that follows it; what may be taken and where it goes is the game's.
"use strict";
(() => {
  const { byId, table, game } = turn;
  const FAR = { mouse: 5, pen: 6, touch: 8 };    // pixels after which a press is a drag
  const LONG = 500;                              // milliseconds after which a press is a long one
  const EDGE = 28;                               // so near to its frame an enlarged board scrolls
  const SMALLEST = 36;                           // a ghost can be seen beside a finger

  let pressed = null;         // a pointer on something that can be taken: where, and what
  let held = null;            // what is being dragged: { id, thing, ghost }
  let isSwallowing = false;   // the click that ends a drag or a long press is none

  // --- press, drag, drop ---

  document.addEventListener("pointerdown", (event) => {
    isSwallowing = false;
    if (held || !event.isPrimary || event.button !== 0 || turn.isReplaying()) return;
    const thing = event.target.closest && game.take(event.target);
    if (!thing) return;
    const { pointerId, pointerType, clientX, clientY, target } = event;
    pressed = { id: pointerId, type: pointerType, x: clientX, y: clientY, thing, tile: target.closest(".tile") ?? target.querySelector(".tile") };
    if (pointerType !== "mouse") pressed.timer = setTimeout(longPress, LONG, target);
  }, true);

  document.addEventListener("pointermove", (event) => {
    if (pressed?.id === event.pointerId && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR[pressed.type]) begin();
    if (held?.id === event.pointerId) follow(event.clientX, event.clientY);
  }, true);

  document.addEventListener("pointerup", (event) => {
    forget();
    if (held?.id !== event.pointerId) return;
    isSwallowing = true;
    const [thing, place, isTouch] = [held.thing, placeAt(event.clientX, event.clientY), event.pointerType === "touch"];
    end();
    if (place && game.holds(thing)) game.drop(thing, place); else game.letGo();
    if (place?.square && isTouch) table.dispatchEvent(new CustomEvent("numerica:dropped", { detail: place.square }));
  }, true);

  document.addEventListener("pointercancel", cancel, true);
  addEventListener("blur", cancel);
  document.addEventListener("touchstart", (event) => { if (event.touches.length > 1) cancel(); }, { capture: true, passive: true });

  document.addEventListener("keydown", (event) => {
    isSwallowing = false;
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") cancel();
  }, true);

  document.addEventListener("click", (event) => {
    if (!isSwallowing) return;
    isSwallowing = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // A live update leaves alone what is being dragged, unless it is gone.
  document.addEventListener("numerica:shown", () => {
    if (held && (turn.isReplaying() || !game.holds(held.thing))) cancel();
  });

  function begin() {
    const { id, thing, tile, type } = pressed;
    forget();
    if (!game.holds(thing)) return;
    const size = tile.getBoundingClientRect().width;
    const ghost = document.createElement("span");
    ghost.className = `${tile.className.replace("picked", "")} ghost`;
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.fontSize = `${Math.max(size, SMALLEST)}px`;
    ghost.append(...tile.cloneNode(true).childNodes);
    table.append(ghost);
    held = { id, thing, ghost, x: 0, y: 0, rise: type === "touch" ? 0.6 : 0 };
    table.setPointerCapture(id);
    game.hold(thing);
    requestAnimationFrame(scroll);
  }

  function follow(x, y) {
    const { ghost, rise } = held;
    const half = ghost.offsetWidth / 2;
    Object.assign(held, { x, y });
    ghost.style.transform = `translate(${x - half}px, ${y - half * (1 + 2 * rise)}px)`;
    mark(placeAt(x, y));
  }

  function cancel() {
    forget();
    if (!held) return;
    isSwallowing = true;
    end();
    game.letGo();
  }

  function end() {
    mark(null);
    held.ghost.remove();
    held = null;
  }

  function forget() {
    clearTimeout(pressed?.timer);
    pressed = null;
  }

  // --- where it would go ---

  function placeAt(x, y) {
    const under = document.elementFromPoint(x, y);
    const square = under?.closest("#board .sq");
    if (square) return { square: square.id.slice(3) };
    const rack = under?.closest(".under") && byId("rack");
    return rack ? { slot: slotAt(rack, x, y) } : null;
  }

  // Before which tile of the rack this point lies; a rack may have two rows.
  function slotAt(rack, x, y) {
    const boxes = [...rack.children].map((item) => item.getBoundingClientRect());
    const row = boxes.filter((box) => y >= box.top && y <= box.bottom);
    const after = (row.length ? row : boxes).filter((box) => x < box.left + box.width / 2);
    if (after.length) return boxes.indexOf(after[0]);
    return row.length ? boxes.indexOf(row.at(-1)) + 1 : boxes.length;
  }

  function mark(place) {
    for (const old of document.querySelectorAll(".over, .before")) old.classList.remove("over", "before");
    if (place?.square && game.fits(held.thing, place.square)) byId(`sq-${place.square}`).classList.add("over");
    if (place?.slot !== undefined) byId("rack").children[place.slot]?.classList.add("before");
  }

  // An enlarged board moves along under a pointer at its edge; not under one that only comes in from the rack.
  function scroll() {
    if (!held) return;
    const frame = document.querySelector(".squared.zoomed");
    if (frame) {
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      const isInside = held.x > left && held.x < right && held.y > top && held.y < bottom;
      const by = (at, low, high) => (at < low + EDGE ? -6 : at > high - EDGE ? 6 : 0);
      const [across, down] = [by(held.x, left, right), by(held.y, top, bottom)];
      if (!isInside) held.wasWithin = false;
      else if (!across && !down) held.wasWithin = true;
      else if (held.wasWithin) {
        frame.scrollBy(across, down);
        mark(placeAt(held.x, held.y));
      }
    }
    requestAnimationFrame(scroll);
  }

  // --- right click and long press lift one ---

  function liftAt(element) {
    const square = element.closest?.("#board .sq");
    return Boolean(square) && !turn.isReplaying() && game.lift(square.id.slice(3));
  }

  function longPress(element) {
    if (!liftAt(element)) return;
    forget();
    isSwallowing = true;
  }

  document.addEventListener("contextmenu", (event) => {
    if (held || pressed?.type === "touch" || isSwallowing || liftAt(event.target)) event.preventDefault();
  });
})();
