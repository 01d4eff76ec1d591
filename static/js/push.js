// Messages in this browser: whether there are any, in words, and a button for the other. The part of
// the page that says so is hidden where there is no script, or where the browser cannot do it.

const part = document.getElementById("push");
const { worker, key, told } = part.dataset;
const [turnOn, turnOff] = part.querySelectorAll("form");
const known = new Set(told.split(" "));          // hashes of the addresses that are told this reader
const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function show(state) {
  for (const each of part.querySelectorAll("[data-when]")) {
    each.hidden = !each.dataset.when.split(" ").includes(state);
  }
  part.hidden = false;
}

async function hashOf(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The worker lies below the page of notices: no page goes through it.
async function subscription() {
  const registered = await navigator.serviceWorker.getRegistration(location.pathname);
  return registered?.pushManager.getSubscription();
}

async function stateNow() {
  if (Notification.permission === "denied") return "refused";
  const found = await subscription();
  if (found && known.has(await hashOf(found.endpoint))) return "on";
  return Notification.permission === "granted" ? "off" : "ask";
}

async function post(form, values) {
  const body = new URLSearchParams({ ...Object.fromEntries(new FormData(form)), ...values });
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status !== 204) throw new Error(answer.status);
}

async function begin() {
  if (await Notification.requestPermission() !== "granted") return;
  await navigator.serviceWorker.register(worker, { scope: location.pathname, updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();      // somebody else’s, or of an earlier key
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await post(turnOn, { endpoint, ...keys });
  known.add(await hashOf(endpoint));
}

async function end() {
  const found = await subscription();
  await post(turnOff, { endpoint: found.endpoint });
  known.delete(await hashOf(found.endpoint));
  await found.unsubscribe();
}

function onPress(form, work) {
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await work();
      show(await stateNow());
    } catch {
      show("failed");
    }
    button.disabled = false;
    [turnOn, turnOff].find(({ hidden }) => !hidden)?.querySelector("button").focus();
  });
}

if (canPush) {
  onPress(turnOn, begin);
  onPress(turnOff, end);
  show(await stateNow());
}
