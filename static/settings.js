// The line over the folded settings of a new game tells what is chosen now, not what was at first.
// Every choice has its words as data-short; a game that is not rated is told by those of the whole.

const settings = document.querySelector("details[data-casual]");

function tell() {
  const chosen = [...settings.querySelectorAll("input:checked, option:checked")];
  const said = chosen.map(({ dataset }) => dataset.short).filter(Boolean);
  if (!chosen.some(({ name }) => name === "rated")) said.push(settings.dataset.casual);
  const line = said.join(", ");
  settings.querySelector("summary").textContent = line[0].toUpperCase() + line.slice(1);
}

settings.addEventListener("change", tell);
window.addEventListener("pageshow", tell);     // a browser that comes back keeps what was chosen
