// Menus close as they do elsewhere: by Escape, by a click outside, and by what is chosen in them.
const open = () => document.querySelectorAll("details.more[open]");

function closeMenus(kept) {
  for (const menu of open()) if (menu !== kept) menu.open = false;
}

// The focus comes back to where the menu opens.
document.addEventListener("click", ({ target }) => {
  const menu = target.closest("details.more");
  const isChosen = menu?.open && !target.closest("summary");
  if (isChosen) menu.querySelector("summary").focus();
  closeMenus(isChosen ? null : menu);
}, true);

document.addEventListener("keydown", ({ key, target }) => {
  const menu = key === "Escape" && (target.closest("details.more[open]") ?? (target === document.body && open()[0]));
  if (!menu) return;
  menu.querySelector("summary").focus();
  closeMenus();
});

// A question asked from a menu before this script came is one that was chosen, too.
const [asking] = open();
const question = document.querySelector("dialog[open]");
if (asking && question) {
  question.addEventListener("close", () => asking.querySelector("summary").focus(), { once: true });
  closeMenus();
}
