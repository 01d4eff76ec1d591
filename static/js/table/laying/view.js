// What the draft looks like: the rack, the tiles on the board, the square where the next one goes, the buttons;
// and whatever changes, the referee is asked about it.
import { all, byId, hand, say, squareAt, tell } from "../../shared/page.js";
import { ask, field, line, maySend, typed, verdict } from "../turn.js";
import * as draft from "./draft.js";
import { intent } from "./draft.js";
import { isNumber, spoken, stacks, tileShown, wordOf } from "./tiles.js";

export const rackList = byId("rack");
let racked = [];            // the tiles that the rack shows, or whose places it keeps

// --- the rack ---

export const onRack = (element) => racked[[...rackList.children].indexOf(element.closest("#rack button")?.parentElement)] ?? null;

export function isPicked(tile) {
  const { picked } = intent;
  return tile === picked || Boolean(tile.free && picked?.free && picked.symbol === tile.symbol);
}

function showRack() {
  const focusedAt = [...rackList.children].findIndex((item) => item.contains(document.activeElement));
  racked = [...draft.ownInOrder(), ...draft.freeTiles()];
  renew(rackList, racked.map((tile) => rackItem(tile, !tile.at && tile !== intent.dragged)));
  const buttons = [...rackList.querySelectorAll("button")];
  if (focusedAt >= 0) (rackList.children[focusedAt]?.querySelector("button") || buttons[0])?.focus();
}

// What has not changed stays: somebody may have a finger on it.
function renew(list, items) {
  items.forEach((item, place) => {
    const old = list.children[place];
    if (!old) list.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  });
  while (list.children.length > items.length) list.lastElementChild.remove();
}

function rackItem(tile, isThere) {
  const item = document.createElement("li");
  if (stacks && !isNumber(tile.symbol)) item.className = "sign";
  item.append(isThere ? rackButton(tile) : Object.assign(document.createElement("div"), { className: "slot" }));
  return item;
}

function rackButton(tile) {
  const button = tileShown([tile], "button");
  if (tile.free) button.classList.add("free");
  button.type = "button";
  button.disabled = !draft.mayDraft();
  button.dataset.word = wordOf(tile.symbol);
  button.setAttribute("aria-label", tile.free ? `${spoken(tile)}, ${say.free}` : spoken(tile));
  button.setAttribute("aria-pressed", String(isPicked(tile)));
  return button;
}

// --- the board ---

function showBoard() {
  for (const old of all("#board .draft")) {
    const square = old.parentElement;
    square.setAttribute("aria-label", square.dataset.label);
    old.remove();
  }
  draft.squares().forEach(showStack);
  showTarget();
}

function showStack(name) {
  const square = squareAt(name);
  const stack = draft.stackAt(name).filter((tile) => tile !== intent.dragged);
  if (!stack.length) return;
  const shown = tileShown(stack, "span");
  shown.classList.add("draft");
  square.dataset.label = square.getAttribute("aria-label");
  square.setAttribute("aria-label", `${name}, ${stack.map(spoken).join(" ")}, ${say.drafted}`);
  square.append(shown);
}

function showTarget() {
  for (const square of all("#board .target")) square.classList.remove("target", "down", "back");
  const { target } = intent;
  if (target) squareAt(target.name)?.classList.add("target", ...(target.down ? ["down"] : []), ...(target.back ? ["back"] : []));
}

// --- all of it ---

export function show() {
  showRack();
  showBoard();
  byId("play").disabled = !maySend();
  if (byId("swap")) byId("swap").disabled = hand().swap === "0";
  byId("recall").disabled = !draft.drafted().length;
}

// What the verdict says of squares and points.
export function showVerdict() {
  for (const square of all("#board .wrong")) square.classList.remove("wrong");
  const judged = verdict.querySelector("[data-ok]")?.dataset;
  const isPlay = judged?.ok === "1" && judged.kind === "play" && typed();
  byId("play-points").textContent = isPlay ? ` · ${judged.points}` : "";
  for (const name of (judged?.squares || "").split(" ")) if (name) squareAt(name)?.classList.add("wrong");
}

// --- asking the referee ---

export function changed() {
  tell("");
  draft.store();
  judgeDraft();
}

export function judgeDraft() {
  const { text, fault } = draft.written();
  field.value = text || "";
  askAndShow(...(fault ? [line(fault)] : []));
}

export function askAndShow(...faults) {
  show();
  ask(...faults);
  showVerdict();
}
