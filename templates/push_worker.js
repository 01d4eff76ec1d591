{% load static %}// Shows a push message, and opens its page when it is pressed. It does nothing else: no page goes through it.

addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  const icon = "{% static 'icons/icon-192.png' %}";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, renotify: true, data: { url } }));
});

async function open(page) {
  const { href, origin } = new URL(page, location.origin);
  if (origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find(({ url }) => url === href);
  await (shown ? shown.focus() : clients.openWindow(href));
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
