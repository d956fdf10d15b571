import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { HOSTILE, watchForInjection } from '../support/fixtures/hostile-texts.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { BO, startService } from '../support/service/service.ts'

const NAMED_MAX = 80

if (!withoutBrowser) await builtDashboard()

test('routes the submissions of a form to a queue until it is turned off', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, {
    cookie: ada.cookie,
    colorScheme: 'dark',
    viewport: { width: 320, height: 700 },
  })
  const settings = `/forms/${ada.endpoint.form_id}/settings/delivery`
  await page.screen(settings)
  await page.getByText('You have no queues yet').waitFor()
  const queue = (await ada.post('/queues', { name: 'Orders' })).json
  await page.screen(settings)
  await page.getByLabel('Submissions go to').click()
  await page.getByRole('option', { name: 'Orders' }).click()
  await page.getByText('Submissions are sent to the queue').waitFor()
  await page.checkScreen('a form with a queue')
  await service.submit(ada.endpoint, { message: 'routed' })
  await page.getByRole('link', { name: 'Open the queue' }).click()
  await page.getByRole('list', { name: 'Waiting messages' }).getByText('routed').waitFor()
  await page.checkScreen('a queue on a narrow screen')

  await page.screen('/inbox')
  await page.rows().first().getByRole('link').click()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await page.getByRole('region', { name: 'Queue' }).getByText('Published').waitFor()
  await page.checkScreen('the delivery of a submission to a queue')
  await page.screen(settings)
  await page.getByLabel('Submissions go to').click()
  await page.getByRole('option', { name: 'No queue' }).click()
  await page.getByText('Submissions are no longer sent to a queue').waitFor()
  await service.submit(ada.endpoint, { message: 'not routed' })
  assert.equal((await ada.get(`/queues/${queue.id}`)).json.backlog_count, 1)
})

test('keeps showing a queue while offline, with a notice', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = (await ada.post('/queues', { name: 'Orders' })).json
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie, colorScheme: 'dark' })
  await page.screen(`/queues/${queue.id}`)
  await page.getByText('The queue is empty').waitFor()
  await page.checkScreen('a queue, dark')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Publish a message' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Can’t reach Formslot').waitFor()
  await page.checkScreen('a queue without a network')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('list', { name: 'Waiting messages' }).waitFor()

  await page.route('**/api/v1/queues/*/dead*', (route) => route.abort())
  await page.getByRole('tab', { name: 'Dead' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/v1/queues/*/dead*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No dead messages' }).waitFor()
  await page.screen('/queues/q_0000000000000000')
  await page.getByText('The link may be outdated').waitFor()
})

test('shows hostile queue names and messages as text on every queue screen', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const all = (await ada.post('/queues', { name: HOSTILE[0] })).json
  for (const hostile of HOSTILE) {
    await ada.post(`/queues/${all.id}/messages`, { body: hostile, content_type: 'text' })
  }
  await ada.post(`/queues/${all.id}/messages`, { body: { __proto__: null, [`${HOSTILE[3]}`]: HOSTILE[4] } })
  for (const hostile of HOSTILE.slice(1, 20)) {
    await ada.post('/queues', { name: hostile.slice(0, NAMED_MAX) })
    service.pass({ seconds: 2 })
  }
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const nothingRan = await watchForInjection(page)
  await page.screen('/queues')
  for (const hostile of HOSTILE.slice(0, 20)) {
    await page.getByRole('listitem').getByText(hostile, { exact: true }).first().waitFor()
  }
  await nothingRan('queues')
  await page.screen(`/queues/${all.id}`)
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), HOSTILE[0])
  const waiting = page.getByRole('list', { name: 'Waiting messages' })
  for (const hostile of HOSTILE.slice(0, 3)) {
    await waiting.getByRole('button', { name: hostile, exact: true }).click()
    assert.equal(await page.getByRole('dialog').locator('pre').textContent(), hostile)
    await nothingRan(hostile)
    await page.keyboard.press('Escape')
  }
  const headers = { authorization: `Bearer ${all.api_key}` }
  for (let time = 0; time < 5; time += 1) {
    const json = { batch_size: 100, visibility_timeout_ms: 1000 }
    await service.post(`/q/${all.id}/messages/pull`, { json, headers })
    service.pass({ seconds: 1 })
  }
  await page.screen(`/queues/${all.id}?view=dead`)
  const dead = page.getByRole('list', { name: 'Dead messages' })
  await dead.getByRole('listitem').nth(HOSTILE.length).waitFor()
  await dead
    .getByRole('button', { name: /onerror/ })
    .first()
    .click()
  assert.ok((await page.getByRole('dialog').locator('pre').textContent())?.includes(String(HOSTILE[3])))
  await nothingRan('dead')
})

test('shows a queue of another owner as not found', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const adasQueue = (await ada.post('/queues', { name: 'Difference engine' })).json
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: bo.cookie })
  const readCounts = async (id: string) => {
    const texts: (string | null)[] = []
    for (const view of ['overview', 'dead', 'snippets', 'keys', 'settings']) {
      await page.screen(`/queues/${id}?view=${view}`)
      await page.getByText('The link may be outdated').waitFor()
      texts.push(await page.getByRole('main').textContent())
    }
    return texts.join('\n').replaceAll(id, 'q_')
  }
  const foreign = await readCounts(String(adasQueue.id))
  assert.equal(foreign, await readCounts('q_0000000000000000'))
  assert.ok(!foreign.includes('Difference'))
  await page.screen('/queues')
  await page.getByRole('heading', { name: 'Your first queue' }).waitFor()
})
