// The analysis board: its address follows what is set up, so that a reload and the way back from another page keep it.
const form = document.getElementById("set-up");
const { pathname } = form.querySelector(".games [aria-current]");       // a refusal has the address of what was asked
const ALIKE = ["board", "rack", "turn", "left", "quiet", "frozen", "taken1", "taken2", "tile", "blank"];

// As a link has it: the options and the scores of all seats are one text each.
export function keepAddress() {
  const given = [...new FormData(form)];
  const ofMany = (start) => given.filter(([name]) => name.startsWith(start));
  const options = ofMany("option_").map(([name, value]) => `${name.slice("option_".length)}=${value}`).join(" ");
  const scores = ofMany("score").map(([, value]) => value.trim() || "0");
  const link = [
    ...given.filter(([name]) => ALIKE.includes(name)),
    ["options", options],
    ["scores", scores.every((score) => score === "0") ? "" : scores.join(" ")],
  ];
  history.replaceState(history.state, "", `${pathname}?${new URLSearchParams(link.filter(([, value]) => value))}`);
}

form.addEventListener("change", keepAddress);
