// The verdict on what is drafted is said when it has not changed for a while: not after every key.
import { byId } from "../shared/page.js";

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

new MutationObserver(sayAtRest).observe(verdict, { childList: true, attributeFilter: ["aria-busy"] });
sayAtRest();
