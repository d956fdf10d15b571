import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('the first load of the inbox asks for code and submissions at once, and for nothing twice', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { name: 'Grace Hopper', message: 'A moth.' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const accepted = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') accepted.add(request.headers().accept ?? '*/*')
  })
  for (const address of ['/app/inbox', '/app']) {
    await page.goto(`${service.base}${address}`)
    await page.rows().getByText('Grace Hopper').waitFor()
    const named = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel$="preload"]'), ({ href }) => href),
    )
    const loads = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, initiatorType, responseStatus }) => ({ name, initiatorType, responseStatus })),
    )
    for (const href of named) {
      const { pathname, search } = new URL(href)
      assert.deepEqual(
        loads.filter(({ name }) => name === href).map(({ responseStatus }) => responseStatus),
        [200],
        pathname + search,
      )
    }
    // The newest are asked for again when the events begin.
    const lists = loads.filter(({ name }) => /\/submissions\?folder=inbox&limit=(?!40$)/.test(name))
    assert.equal(lists.length, 1, JSON.stringify(lists))
    assert.equal(lists[0]?.initiatorType, 'link', 'the page asks for it, before its scripts run')
  }
  assert.deepEqual(
    [...accepted],
    ['*/*'],
    'a call with headers of its own takes over no answer in some browsers',
  )
})

test('shows a submission that arrived after the first page of the list and before the events', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { name: 'Grace Hopper', message: 'A moth.' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const { promise: arrived, resolve: letEventsBegin } = Promise.withResolvers<void>()
  await page.route('**/api/v1/stream', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`${service.base}/app/inbox`)
  await page.rows().getByText('Grace Hopper').waitFor()
  await service.submit(ada.endpoint, { name: 'Annie Easley', message: 'A rocket.' })
  letEventsBegin()
  await page.getByRole('button', { name: '1 new' }).waitFor()
})
