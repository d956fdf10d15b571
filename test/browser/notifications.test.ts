import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { createOwned } from '../support/devices/create-owned.ts'
import { addDevice, startNotifiedOwner } from '../support/devices/notified-owner.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { until } from '../support/service/until.ts'

const skip = withoutBrowser
type Told = Awaited<ReturnType<typeof startNotifiedOwner>>

const start = async () => startNotifiedOwner({ dashboardFolder: await builtDashboard() })

/**
 * Chromium's headless shell shows no notifications and reaches no push service: it gets a permission, and the subscription of a
 * browser that the push service of the test knows. All else is its own.
 */
async function givePush(
  page: OwnerPage,
  { push, ada }: Told,
  permission: NotificationPermission = 'granted',
) {
  const { server_key: serverKey } = (await ada.get('/devices')).json
  const subscription = await push.subscribe('chromium', String(serverKey))
  await page.addInitScript(
    ({ subscription, permission, serverKey }) => {
      let isSubscribed = false
      const key = Uint8Array.from(atob(serverKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
        character.charCodeAt(0),
      )
      const subscribed = {
        options: { applicationServerKey: key.buffer },
        toJSON: () => subscription,
        async unsubscribe() {
          isSubscribed = false
          return true
        },
      }
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => permission
      Object.assign(PushManager.prototype, {
        async subscribe() {
          isSubscribed = true
          return subscribed
        },
        getSubscription: async () => (isSubscribed ? subscribed : null),
      })
    },
    { subscription, permission, serverKey: String(serverKey) },
  )
}

/**
 * Keeps what the service worker shows. The headless shell refuses notifications, and ends a worker that sets a badge.
 *
 * @returns what was shown so far
 */
async function watchNotifications(worker: Worker) {
  await worker.evaluate(() => {
    const shown: object[] = []
    Reflect.set(self, 'shown', shown)
    const scope = self as unknown as { registration: object }
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
    })
    Object.assign(navigator, { setAppBadge: async (badge: number) => shown.push({ badge }) })
  })
  return async () => (await worker.evaluate(() => Reflect.get(self, 'shown'))) as Record<string, unknown>[]
}

/** Has a person click a notification with this path. */
function clickNotification(worker: Worker, path: string) {
  return worker.evaluate(async (path) => {
    const done: Promise<unknown>[] = []
    const event = Object.assign(new Event('notificationclick'), {
      notification: { close() {}, data: { path } },
      // Without a person, no window may be focused.
      waitUntil: (promise: Promise<unknown>) => done.push(promise.catch(() => {})),
    })
    self.dispatchEvent(event)
    await Promise.all(done)
  }, path)
}

test('turns notifications on, chooses forms and quiet hours, sends a test, and turns them off', {
  skip,
}, async () => {
  await using fixture = await start()
  const { service, ada, push } = fixture
  const contact = await createOwned(service, ada, 'Contact')
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie, timezoneId: 'Europe/Berlin' })
  await givePush(page, fixture)
  await page.screen('/settings/notifications')
  await page.checkScreen('notifications are off')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('button', { name: 'Send a test' }).waitFor()
  assert.deepEqual(
    push.pushed.map(({ title }) => title),
    ['Notifications are on'],
  )
  await page.getByRole('switch', { name: 'All forms' }).click()
  await page.getByRole('checkbox', { name: ada.endpoint.form_id }).click()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('Until').fill('06:30')
  await page.getByLabel('Until').blur()
  await page.getByText('Time zone: Europe/Berlin').waitFor()
  await until(async () => {
    const { data } = (await ada.get('/devices')).json as { data: Record<string, unknown>[] }
    const { endpoint_ids: ids, quiet_hours: quiet } = data[0] ?? {}
    return (
      JSON.stringify([ids, quiet]) ===
      JSON.stringify([[contact.form_id], { from: '22:00', to: '06:30', time_zone: 'Europe/Berlin' }])
    )
  })
  await page.checkScreen('notifications are on')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.checkScreen('notifications are on, on a phone')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Test sent').waitFor()
  assert.equal(push.pushed.at(-1)?.title, 'Test notification')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
  assert.deepEqual((await ada.get('/devices')).json.data, [])
})

test('says why notifications cannot be turned on, and what helps', { skip }, async () => {
  await using fixture = await start()
  const { service, ada } = fixture
  await using browser = await openBrowser(service)
  const blocked = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await givePush(blocked, fixture, 'denied')
  await blocked.screen('/settings/notifications')
  await blocked.getByText('This browser blocks notifications from this site.').waitFor()
  await blocked.checkScreen('notifications are blocked')
  const without = (script: string) => async () => {
    const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
    await page.addInitScript(script)
    await page.screen('/settings/notifications')
    return page
  }
  const noPush = 'delete window.PushManager'
  const iPhone = `${noPush}; Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })`
  const insecure = "Object.defineProperty(window, 'isSecureContext', { get: () => false })"
  await (await without(noPush)()).getByText('This browser has no web push.').waitFor()
  const phone = await without(iPhone)()
  await phone.getByText('Choose “Add to Home Screen”.').waitFor()
  await phone.checkScreen('notifications need the home screen')
  await (await without(insecure)()).getByText('only over https').waitFor()
})

test('a push shows a notification, and a click opens its message in the open tab', { skip }, async () => {
  await using fixture = await start()
  const { service, ada } = fixture
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await givePush(page, fixture)
  await page.screen('/settings/notifications')
  const { data } = (await ada.get('/submissions')).json as { data: { id: string }[] }
  const path = `/app/inbox/${data[0]?.id}`
  const registered = page.context().waitForEvent('serviceworker')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  const worker = await registered
  const shown = await watchNotifications(worker)
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL }) => scopeURL === `${service.base}/app/`)
      if (one) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const push = { title: 'New message', body: 'Grace\nA moth.', tag: ada.endpoint.form_id, path, unread: 1 }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: service.base,
    registrationId: await registration,
    data: JSON.stringify(push),
  })
  await until(async () => (await shown()).length === 2)
  const [notification, badge] = await shown()
  assert.deepEqual(
    [notification?.title, notification?.body, notification?.tag, notification?.data],
    [push.title, push.body, push.tag, { path }],
  )
  assert.deepEqual(badge, { badge: 1 })
  // Nothing of the worker stands between the dashboard and the service.
  assert.deepEqual(await page.evaluate(() => caches.keys()), [])
  for (const to of ['https://evil.dev/app', '/docs', path]) await clickNotification(worker, to)
  await page.waitForURL(`${service.base}${path}`)
  await page.getByText('the first').first().waitFor()
})

test('renews a subscription that the push service refused, when the dashboard opens', { skip }, async () => {
  await using fixture = await start()
  const { service, ada, push } = fixture
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await givePush(page, fixture)
  await page.screen('/settings/notifications')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('button', { name: 'Send a test' }).waitFor()
  push.answerWith(403)
  await service.submit(ada.endpoint, { message: 'refused' })
  await fixture.notify()
  push.answerWith(201)
  await page.reload()
  await page.getByText('Turn notifications on again.').waitFor()
  await page.addInitScript(() => {
    // Subscribed before, as a browser remembers it.
    void navigator.serviceWorker.ready.then(({ pushManager }) => pushManager.subscribe())
  })
  await page.reload()
  await page.getByText('Stopped').waitFor()
  await until(async () => {
    const { data } = (await ada.get('/devices')).json as { data: { failure: unknown }[] }
    return data.length === 1 && data[0]?.failure === null
  })
})

test('lists other devices, and removes one', { skip }, async () => {
  await using fixture = await start()
  const { service, ada, push } = fixture
  const other = await signIn(service)
  await addDevice({ push, owner: other }, { name: 'other' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/settings/notifications')
  await page.getByRole('heading', { name: 'Other devices' }).waitFor()
  await page.checkScreen('another device')
  await page.getByRole('button', { name: 'Remove Unknown device' }).click()
  await page.getByRole('heading', { name: 'Other devices' }).waitFor({ state: 'detached' })
  assert.deepEqual((await ada.get('/devices')).json.data, [])
})

test('Chromium finds nothing that keeps the dashboard from being installed', { skip }, async () => {
  await using fixture = await start()
  const { service, ada } = fixture
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  assert.deepEqual([url, errors], [`${service.base}/manifest.webmanifest`, []])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  assert.deepEqual(installabilityErrors, [])
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string; purpose?: string }[] }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'))
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== 'any')) {
    const width = await page.evaluate(async (src) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return picture.naturalWidth
    }, src)
    assert.equal(`${width}x${width}`, sizes)
  }
})
