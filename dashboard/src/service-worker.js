// Shows notifications about new messages, and the number of unread ones on the icon of the installed app. It answers no
// requests and keeps nothing: pages and their data always come from the service.

addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json() ?? {}))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** A notification with the same tag is replaced without another sound, as long as nobody has dismissed it. */
async function show({ title = 'Formslot', body = '', tag = 'about', path = '/app/inbox', unread = null }) {
  const shown = { body, tag, icon: '/icon.png', badge: '/icon-badge.png', data: { path } }
  await Promise.all([registration.showNotification(title, shown), showUnread(unread)])
}

async function showUnread(unread) {
  if (unread === null || !('setAppBadge' in navigator)) return
  await (unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread))
}

/** Shows the path in a tab of the dashboard that is open, or else in a new one. */
async function open(path) {
  const address = new URL(path, location.origin)
  if (address.origin !== location.origin || !address.pathname.startsWith('/app')) return
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => /^\/app(\/|$)/.test(new URL(url).pathname))
  if (!tab) return clients.openWindow(address.href)
  tab.postMessage({ kind: 'open', path: address.pathname + address.search })
  return tab.focus()
}
