// The page of the day's puzzle: the next one in the reader's own time, and the line to share, copied by a button.
import { byId } from "./shared/page.js";

const { lang, dataset } = document.documentElement;
const [, hours, minutes] = (dataset.units ?? "").split("|");
const place = lang === "en" ? "en-GB" : lang;
const MINUTE = 60_000;

function showTimes() {
  for (const time of document.querySelectorAll(".days time[data-local]")) {
    const date = new Date(time.dateTime);
    time.textContent = `${date.toLocaleDateString(place, { dateStyle: "long" })}, ${date.toLocaleTimeString(place, { timeStyle: "short" })}`;
    const left = Math.max(0, Math.ceil((date - Date.now()) / MINUTE));
    const told = `${Math.floor(left / 60)}${hours} ${left % 60}${minutes}`;
    byId("until").textContent = ` (${byId("until").dataset.in.replace("%s", told)})`;
  }
}

if (byId("until")) {
  showTimes();
  setInterval(showTimes, MINUTE);      // nobody is told of it: it stands in no live region
}

byId("copy-line")?.addEventListener("click", async ({ target }) => {
  const line = byId("share-line");
  line.select();
  const isDone = await navigator.clipboard?.writeText(line.value).then(() => true, () => false);
  target.textContent = isDone || document.execCommand("copy") ? target.dataset.done : target.dataset.failed;
});
