// Copying an address, or the text that an address gives, by a button that says what became of it.
import { byId } from "../shared/page.js";

function textOf(answer) {
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

async function toCopy({ copyLink, copyText }) {
  const position = byId("position-link");
  if (copyText) return textOf(await fetch(copyText + position.search));
  return new URL(copyLink || position.href, location.href).href;
}

// Where there is no clipboard, what is selected may still be copied.
function copySelected(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  focused.focus({ preventScroll: true });
  return isDone;
}

async function copied(data) {
  const text = toCopy(data);               // not awaited: later is too late for some browsers
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch { return text.then(copySelected, () => false); }
}

export default async function copy(button) {
  button.textContent = (await copied(button.dataset)) ? button.dataset.done : button.dataset.failed;
}
