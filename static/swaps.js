// In the swap dialog, all tiles or none: as many as the bag allows, as if each had been pressed.
export default function choose(button) {
  const wanted = button.dataset.choose === "1";
  for (const tile of document.querySelectorAll("#swap-rack button")) {
    if ((tile.getAttribute("aria-pressed") === "true") !== wanted) tile.click();
  }
}
