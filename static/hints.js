// A hint that was wholly told becomes the draft, as if it had been typed.
export default function lay(button) {
  const field = document.getElementById("move");
  field.value = button.dataset.lay;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
