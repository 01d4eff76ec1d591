// Swapping tiles: the dialog in which they are chosen, by presses or by their symbols, and the swap itself.
import { byId, hand, say } from "../../shared/page.js";
import { consequence } from "../consequence.js";
import { send } from "../turn.js";
import { ownTiles } from "./draft.js";
import { recall } from "./placing.js";
import { BLANK, spoken, symbolOf, tileShown } from "./tiles.js";

const dialog = byId("swap-dialog");
const limit = () => Number(hand().swap);
const toSwap = () => [...byId("swap-rack").querySelectorAll("button")];
const isChosen = (button) => button.getAttribute("aria-pressed") === "true";
const chosen = () => toSwap().filter(isChosen).map((button) => button.value);

export default function open() {
  const own = ownTiles();
  byId("swap-limit").textContent = limit() < own.length ? say.bagHas.replace("%s", limit()) : "";
  byId("swap-last").hidden = hand().swapEnds !== "1";
  if (hand().swapEnds === "1" && byId("swap-scores")) byId("swap-scores").textContent = consequence();
  const unseen = document.querySelector("#aside .counts")?.cloneNode(true).children ?? [];
  byId("swap-unseen").parentElement.hidden = !unseen.length;      // a lesson counts none
  byId("swap-unseen").replaceChildren(...unseen);
  byId("swap-rack").replaceChildren(...own.map(({ symbol }) => itemOf({ symbol })));
  count();
  dialog.returnValue = "";
  dialog.showModal();
}

function itemOf(tile) {
  const button = tileShown([tile], "button");
  Object.assign(button, { type: "button", value: tile.symbol });
  button.setAttribute("aria-label", spoken(tile));
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => press(button));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function press(button) {
  const isOn = !isChosen(button);
  if (!isOn || chosen().length < limit()) button.setAttribute("aria-pressed", String(isOn));
  count();
}

function count() {
  const { length } = chosen();
  byId("swap-go").disabled = !length;
  byId("swap-count").textContent = length ? ` · ${length}` : "";
}

// All tiles or none: as many as the bag allows, as if each had been pressed.
for (const button of dialog.querySelectorAll("[data-choose]")) {
  const isWanted = button.dataset.choose === "1";
  button.addEventListener("click", () => toSwap().filter((tile) => isChosen(tile) !== isWanted).forEach(press));
}

// A symbol that is typed chooses a tile of it, or gives the last one back; then Enter swaps.
dialog.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  const symbol = symbolOf(event.key);
  const same = toSwap().filter((button) => button.value === (symbol === "b" ? BLANK : symbol));
  (same.find((button) => !isChosen(button)) ?? same[0])?.click();
  if (same.length) byId("swap-go").focus();
  if (same.length || symbol === "") event.preventDefault();
});

dialog.addEventListener("close", () => {
  if (dialog.returnValue !== "swap") return;
  recall();
  send(`swap ${chosen().join("")}`);
});
