// A hint that was wholly told becomes the draft, as if it had been typed. While it is, there is nothing to press.
import { byId } from "../shared/page.js";

export default function lay(button) {
  const field = byId("move");
  byId("main").addEventListener("numerica:draft", () => { button.hidden = field.value === button.dataset.lay; });
  field.value = button.dataset.lay;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (!document.activeElement.closest("#board")) byId("play").focus();
}
