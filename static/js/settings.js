// The line over the folded settings of a new game tells what is chosen now, not what was at first.
// Every choice has its words as data-short; a game that is not rated is told by those of the whole.
// A live game has no days in reserve, and one by correspondence gains no seconds: neither is shown.

const settings = document.querySelector("details[data-casual]");
const field = (name) => settings.querySelector(`[data-field="${name}"]`);

function showTime() {
  const isLive = field("time").querySelector("select").value.endsWith("m");
  field("reserve_days").hidden = isLive;
  field("increment").hidden = !isLive;
}

function tell() {
  showTime();
  const chosen = [...settings.querySelectorAll("input:checked, option:checked")]
    .filter((one) => !one.closest("[hidden]"));
  const said = chosen.map(({ dataset }) => dataset.short).filter(Boolean);
  if (!chosen.some(({ name }) => name === "rated")) said.push(settings.dataset.casual);
  const line = said.join(", ");
  settings.querySelector("summary").textContent = line[0].toUpperCase() + line.slice(1);
}

settings.addEventListener("change", tell);
window.addEventListener("pageshow", tell);     // a browser that comes back keeps what was chosen
