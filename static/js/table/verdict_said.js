// What a screen reader is told: the squares on which the draft changed, the way of its line, and the verdict when it has
// not changed for a while, not after every key.
import { all, byId, say, squareOf, table } from "../shared/page.js";

const REST = 800;           // milliseconds
const [verdict, heard] = [byId("verdict"), byId("verdict-said")];
let rest = 0;

function words() {
  const copy = verdict.cloneNode(true);
  for (const part of copy.querySelectorAll("[hidden], [aria-hidden]")) part.remove();
  return [...copy.children].map((item) => item.textContent.replace(/\s+/g, " ").trim()).join(" ");
}

// A refusal of what was sent is said at once by the verdict itself.
function sayAtRest() {
  clearTimeout(rest);
  heard.textContent = "";
  if (verdict.getAttribute("aria-live") !== "off") return;
  rest = setTimeout(() => { if (verdict.ariaBusy !== "true") heard.textContent = words(); }, REST);
}

// --- the draft: the same words are heard again only if something differs ---

function sayDraft(words) {
  const region = byId("draft-said");
  if (region) region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}

const drafted = () => new Map(all("#board .draft").map(({ parentElement }) => [parentElement.id, parentElement.ariaLabel]));
let before = new Map();

function sayChange() {
  const now = drafted();
  const changed = new Set([...before.keys(), ...now.keys()].filter((id) => before.get(id) !== now.get(id)));
  const words = [...changed].map((id) => byId(id)?.ariaLabel).join(". ");
  before = now;
  if (words) sayDraft(!now.size && changed.size > 1 && say.recalled ? say.recalled : words);
}

let way = null;

function sayWay({ target }) {
  const chosen = document.querySelector("#board .target");
  const side = chosen?.matches(".down") ? ["down", "up"] : ["right", "left"];
  const now = chosen && say[side[chosen.matches(".back") ? 1 : 0]];
  if (squareOf(target) && (chosen || way)) sayDraft(now ?? say.noWay);
  way = now;
}

table.addEventListener("numerica:draft", sayChange);
table.addEventListener("click", sayWay);
if (drafted().size === 1) sayChange(); else before = drafted();      // the gesture that fetched this may have laid it

new MutationObserver(sayAtRest).observe(verdict, { childList: true, attributeFilter: ["aria-busy"] });
sayAtRest();
