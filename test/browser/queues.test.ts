import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'

const LEASE_MS = 1000

if (!withoutBrowser) await builtDashboard()

test('creates, tests, consumes, replays, purges and retires a queue', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  let id = ''
  let key = ''
  const findCount = (name: string) =>
    page
      .locator('dl > div', { has: page.locator('dt', { hasText: name }) })
      .locator('dd')
      .first()
  const expectCounts = async (counts: { backlog: number; inFlight: number; dead: number }) => {
    const { backlog, inFlight: flying, dead } = counts
    await findCount('Backlog').getByText(String(backlog), { exact: true }).waitFor()
    await findCount('In flight').getByText(String(flying), { exact: true }).waitFor()
    await findCount('Dead').getByText(String(dead), { exact: true }).waitFor()
  }

  /** Waits for the dialog to close, because axe would still check it. */
  const closed = () =>
    page.getByRole('button', { name: 'Close', exact: true }).first().waitFor({ state: 'detached' })

  await t.test('creates it from the empty list and shows its key once', async () => {
    await page.screen('/inbox')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.getByRole('heading', { name: 'Your first queue' }).waitFor()
    await page.getByText('/q/new').waitFor()
    await page.checkScreen('no queues')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Orders')
    await page.keyboard.press('Enter')
    key = await page.getByLabel('Key', { exact: true }).inputValue()
    assert.match(key, /^qk_/)
    await page.checkScreen('the key of a new queue')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    id = /q_[0-9a-z]+/.exec(page.url())?.[0] ?? ''
    await expectCounts({ backlog: 0, inFlight: 0, dead: 0 })
    await page.getByText('The queue is empty').waitFor()
    await closed()
    assert.ok(!(await page.content()).includes(key), 'the key is shown no more')
    await page.checkScreen('an empty queue')
  })

  await t.test('publishes a test message and peeks at it', async () => {
    await page.keyboard.press('p')
    await page.getByLabel('Message', { exact: true }).fill('{ "order": 118')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Invalid JSON').waitFor()
    await page.checkScreen('a message that is no JSON')
    await page.getByLabel('Message', { exact: true }).fill('{ "order": 118, "gift": "<b>yes</b>" }')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('It counts toward your quota.').waitFor()
    await expectCounts({ backlog: 1, inFlight: 0, dead: 0 })
    const waiting = page.getByRole('list', { name: 'Waiting messages' })
    await waiting.getByRole('button').click()
    await page.getByRole('dialog').getByText('"gift": "<b>yes</b>"').waitFor()
    await page.checkScreen('a message')
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await closed()
    await page.getByText('1 of 100 across all queues').waitFor()
    await page.getByText('As a table').click()
    assert.match((await page.locator('table tr').last().textContent()) ?? '', /10$/)
    await page.checkScreen('a queue with a message')
  })

  await t.test('a program pulls with that key until the message is dead', async () => {
    const pull = async () => pulled(service, { id, key })
    assert.deepEqual((await pull())[0]?.body, { order: 118, gift: '<b>yes</b>' })
    await expectCounts({ backlog: 1, inFlight: 1, dead: 0 })
    for (let time = 2; time <= 4; time += 1) {
      service.pass({ milliseconds: LEASE_MS })
      assert.equal((await pull())[0]?.attempts, time)
    }
    service.pass({ milliseconds: LEASE_MS })
    assert.deepEqual(await pull(), [])
    await expectCounts({ backlog: 0, inFlight: 0, dead: 1 })
    await page.checkScreen('a queue with a dead message')
  })

  await t.test('views dead messages and replays one and all', async () => {
    await page.getByRole('link', { name: 'View' }).click()
    const dead = page.getByRole('list', { name: 'Dead messages' })
    await dead.getByText('4 attempts').waitFor()
    await page.checkScreen('dead messages')
    await page.getByRole('searchbox', { name: 'Search body and reason' }).fill('no such text')
    await page.getByText('No dead message matches.').waitFor()
    await page.checkScreen('a search without dead messages')
    await page.getByRole('searchbox', { name: 'Search body and reason' }).fill('ORDER')
    await page.getByRole('button', { name: 'Replay all that match' }).waitFor()
    await dead.getByText('4 attempts').waitFor()
    await page.getByRole('searchbox', { name: 'Search body and reason' }).fill('')
    await page.getByRole('button', { name: 'Replay all', exact: true }).waitFor()
    await dead.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Delete this message?' }).waitFor()
    await page.checkScreen('deleting one dead message')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await dead.getByRole('button', { name: /order/ }).click()
    await page.getByRole('dialog').getByText('"order": 118').waitFor()
    const life = page.getByRole('list', { name: 'History of the message' }).getByRole('listitem')
    assert.match((await life.allTextContents()).join(), /^Published.*Delivered 4 times.*Dead/)
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('Message replayed').waitFor()
    await page.getByRole('heading', { name: 'No dead messages' }).waitFor()
    await closed()
    await page.checkScreen('no dead messages')

    await ada.post(`/queues/${id}/messages`, { body: 'second', content_type: 'text' })
    await die(service, { id, key })
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expectCounts({ backlog: 0, inFlight: 0, dead: 2 })
    await page.getByRole('tab', { name: 'Dead (2)' }).click()
    await dead.getByRole('button', { name: /second/ }).waitFor()
    await page.getByRole('button', { name: 'Replay all' }).click()
    await page.getByText('2 messages replayed').waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expectCounts({ backlog: 2, inFlight: 0, dead: 0 })
  })

  await t.test('deletes dead messages only after a confirmation', async () => {
    await die(service, { id, key })
    await expectCounts({ backlog: 0, inFlight: 0, dead: 2 })
    await page.getByRole('tab', { name: 'Dead (2)' }).click()
    const published = page.getByRole('combobox', { name: 'Published' })
    await published.click()
    await page.getByRole('option', { name: 'Published in the last hour' }).click()
    await page.getByText('No dead message matches.').waitFor()
    const deletesAll = page.getByRole('button', { name: 'Delete all' })
    assert.equal(await deletesAll.count(), 0, 'it would delete what the filter hides')
    await published.click()
    await page.getByRole('option', { name: 'Any time' }).click()
    await deletesAll.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed()
    await page.getByRole('list', { name: 'Dead messages' }).waitFor()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.checkScreen('whether to delete the dead')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('2 messages deleted').waitFor()
    await page.getByRole('heading', { name: 'No dead messages' }).waitFor()
    // The button is gone; the focus is not.
    await page.waitForFunction(() => document.activeElement !== document.body)
  })

  await t.test('keeps all digits of numbers when typed, shown and delivered', async () => {
    const number = '12345678901234567890'
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Publish a message' }).click()
    await page.getByLabel('Message', { exact: true }).fill(`{ "account": ${number}, "price": 1e400 }`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: `{"account":${number},"price":1e400}` }).click()
    await page.getByRole('dialog').getByText(`"account": ${number},`).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await closed()
  })

  await t.test('freezes the waiting messages while a program consumes, until refreshed', async () => {
    const rows = page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem')
    for (const order of [120, 121]) await ada.post(`/queues/${id}/messages`, { body: { order } })
    await rows.nth(2).waitFor()
    const before = await rows.allTextContents()
    const headers = { authorization: `Bearer ${key}` }
    const call = (path: string, json: object) => service.post(`/q/${id}/messages/${path}`, { json, headers })
    const first = await call('pull', { batch_size: 1 })
    assert.ok(first.text.includes('"account":12345678901234567890,"price":1e400'), first.text)
    await page.getByText('The queue has changed').waitFor()
    assert.deepEqual(await rows.allTextContents(), before)
    await page.checkScreen('a queue that went on')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await rows.nth(2).waitFor({ state: 'detached' })
    assert.deepEqual(await rows.allTextContents(), before.slice(1))
    const others = await call('pull', { batch_size: 2 })
    const acks = [first, others].flatMap(({ json }) => Object(json).messages)
    await call('ack', { acks: acks.map(({ lease_id }) => ({ lease_id })) })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The queue is empty').waitFor()
  })

  await t.test('sends a marked test message that counts nowhere', async () => {
    const used = await page.getByText(/\d+ of 100 across all queues/).textContent()
    await page.getByRole('button', { name: 'Send a test message' }).click()
    await page.getByText('Test message sent').waitFor()
    // Screen readers find it, too.
    await page.getByRole('button', { name: 'Dismiss' }).waitFor()
    const rows = page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem')
    const row = rows.filter({ has: page.getByText('Test', { exact: true }) })
    await row.getByRole('button', { name: '{"test":true,"from":"dashboard"}' }).waitFor()
    await page.checkScreen('a test message')
    assert.equal(await page.getByText(/\d+ of 100 across all queues/).textContent(), used)
    const acks = (await pulled(service, { id, key })).map(({ lease_id }) => ({ lease_id }))
    assert.equal(acks.length, 1)
    const headers = { authorization: `Bearer ${key}` }
    await service.post(`/q/${id}/messages/ack`, { json: { acks }, headers })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The queue is empty').waitFor()
  })

  await t.test('creates a publish-only key and revokes it', async () => {
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByText('Publish and consume').waitFor()
    await page.checkScreen('the keys of a queue')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Access').click()
    await page.getByRole('option', { name: 'Publish only' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const shop = await page.getByLabel('Shop', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    const authorization = `Bearer ${shop}`
    const publish = () => service.post(`/q/${id}`, { json: { order: 119 }, headers: { authorization } })
    assert.equal((await publish()).status, 201)
    const pull = await service.post(`/q/${id}/messages/pull`, { json: {}, headers: { authorization } })
    assert.equal(pull.status, 403)
    await page.getByRole('button', { name: 'Revoke Shop' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Key revoked').waitFor()
    assert.equal((await publish()).status, 401)
  })

  await t.test('contains the queue in every snippet', async () => {
    await page.getByRole('tab', { name: 'Snippets' }).click()
    await page.checkScreen('snippets of a queue')
    const titles = ['curl: publish', 'curl: pull', 'curl: acknowledge', 'fetch: publish', 'fetch: worker']
    for (const title of [...titles, 'Cloudflare SDK', 'Agent prompt']) {
      await page.getByRole('button', { name: title, exact: true }).click()
      await page.locator('pre', { hasText: id }).first().waitFor()
      assert.equal(await page.getByText('First, set your key').count(), title.startsWith('curl') ? 1 : 0)
    }
  })

  await t.test('renames it, keeps its unsaved settings, and retires it by typing its id', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Orders of the shop')
    await page.getByRole('region', { name: 'Name' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Orders of the shop', level: 1 }).waitFor()
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await delivery.getByLabel('Attempts').fill('21')
    await delivery.getByText('Enter a whole number from 1 to 20.').waitFor()
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await delivery.getByText('Unsaved changes, kept in this browser').waitFor()
    assert.equal(await delivery.getByLabel('Attempts').inputValue(), '21')
    await delivery.getByLabel('Attempts').fill('6')
    await delivery.getByLabel('Retention in days').fill('2')
    await delivery.getByRole('button', { name: 'Save' }).click()
    await page.waitForFunction(async (place) => {
      const { settings } = await (await fetch(place)).json()
      return settings.max_deliveries === 6 && settings.retention_days === 2
    }, `/api/v1/queues/${id}`)
    await page.checkScreen('the settings of a queue')
    await page.getByRole('button', { name: 'Retire the queue' }).click()
    await page.getByLabel(/Type .* to confirm/).fill('Orders of the')
    assert.ok(await page.getByRole('button', { name: 'Retire', exact: true }).isDisabled())
    await page.getByLabel('Type Orders of the shop to confirm').fill('Orders of the shop')
    await page.getByRole('button', { name: 'Retire', exact: true }).click()
    await page.getByText('The queue is retired').waitFor()
    const authorization = `Bearer ${key}`
    const late = await service.post(`/q/${id}`, { json: {}, headers: { authorization } })
    assert.equal(late.status, 410)
    await page.getByRole('link', { name: 'Queues' }).first().click()
    await page.getByText('Messages this month', { exact: false }).first().waitFor()
    await page.getByText('6 of 100').waitFor()
    await page.checkScreen('queues')
  })
})

type Pulled = { body: unknown; attempts: number; lease_id: string }

async function pulled(service: TestService, { id, key }: { id: string; key: string }): Promise<Pulled[]> {
  const answer = await service.post(`/q/${id}/messages/pull`, {
    json: { batch_size: 10, visibility_timeout_ms: LEASE_MS },
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(answer.status, 200, answer.text)
  return Object(answer.json).messages
}

/** Pulls until the queue returns nothing; acknowledges nothing. */
async function die(service: TestService, queue: { id: string; key: string }): Promise<void> {
  while ((await pulled(service, queue)).length > 0) service.pass({ milliseconds: LEASE_MS })
}
