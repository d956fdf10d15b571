import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { FIREFOX, signIn } from '../support/fixtures/owner.ts'
import { withFree } from '../support/fixtures/quota.ts'
import { startService } from '../support/service/service.ts'

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'

if (!withoutBrowser) await builtDashboard()

test('creates, feeds, watches, reads and retires a telemetry endpoint', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  let id = ''
  let first = ''

  await t.test('creates it without a mouse and shows its key once', async () => {
    await page.screen('/forms')
    await page.keyboard.type('gt')
    await page.getByRole('heading', { name: 'Your first telemetry endpoint' }).waitFor()
    await checkAppearances(page, 'no telemetry endpoint', BOTH_THEMES)
    await wide(page)
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Shop')
    await page.keyboard.press('Enter')
    first = await page.getByLabel('Read key', { exact: true }).inputValue()
    assert.match(first, /^tk_/)
    await page.checkScreen('the first key')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    id = /t_[0-9a-z]+/.exec(page.url())?.[0] ?? ''
    assert.ok(!(await page.content()).includes(first), 'the key is shown no more')
  })

  await t.test('explains how to send the first event, and sends one', async () => {
    await page.getByText('No events yet').waitFor()
    await page.getByText('navigator.sendBeacon').waitFor()
    await checkAppearances(page, 'before the first event', BOTH_THEMES)
    await wide(page)
    const waiting = page.getByRole('region', { name: 'Waiting for the first event' })
    await waiting.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('Test event sent').waitFor()
    await waiting.getByRole('listitem').filter({ hasText: 'Test' }).waitFor()
    await page.getByText('No events yet').waitFor()
    await send({ name: 'test', props: { note: 'the very first' } })
    const first = page.getByRole('region', { name: 'Your first event has arrived' })
    await first.getByText('the very first').waitFor()
    await page.getByRole('status').getByText('Your first event has arrived.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'test', exact: true }).waitFor()
    await first.getByText('the very first').waitFor()
    assert.deepEqual(await getCounts(page), { test: '1' })
    await checkAppearances(page, 'the first event above its counts', BOTH_THEMES)
    await wide(page)
  })

  await t.test('shows live events, and holds them while paused', async () => {
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
    await send({ name: 'signup', props: { plan: 'pro', note: HOSTILE } })
    const rows = page.getByRole('list', { name: 'Live events' }).getByRole('listitem')
    await rows.filter({ has: page.getByText('Test', { exact: true }) }).waitFor()
    await rows.filter({ hasText: 'signup' }).waitFor()
    await page.getByRole('tab', { name: 'Live' }).press('p')
    await send([{ name: 'signup', props: { plan: 'free' } }, { name: 'pageview' }])
    await page.getByText('Paused, 2 new').waitFor()
    const before = await rows.count()
    await checkAppearances(page, 'live events', ALL_THEMES_AND_SIZES)
    await wide(page)
    await page.getByRole('button', { name: 'Resume' }).click()
    await rows.nth(before + 1).waitFor()
    assert.match((await rows.first().textContent()) ?? '', /^pageview/)
    await rows.filter({ hasText: 'onerror=' }).click()
    await page.getByRole('dialog').getByText('API response').waitFor()
    await page.checkScreen('an event')
    // In a low window the dialog scrolls and nothing is cut off.
    await page.setViewportSize({ width: 1280, height: 500 })
    const parts = await page.getByRole('dialog').locator('.overflow-hidden').all()
    assert.equal(parts.length, 2)
    for (const part of parts)
      assert.ok(await part.evaluate((one) => one.scrollHeight <= one.clientHeight + 1))
    await wide(page)
    await page.keyboard.press('Escape')
  })

  await t.test('bars, names and table match the events and follow new ones', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('4 events', { exact: true }).waitFor()
    await send([{ name: 'signup', props: { plan: 'pro' }, user: 'u-7' }])
    await page.getByText('5 events', { exact: true }).waitFor()
    assert.deepEqual(await getCounts(page), { signup: '3', pageview: '1', test: '1' })
    for (const period of ['24 hours', '7 days', '30 days']) {
      await page.getByRole('button', { name: period }).click()
      const shown = `Since the first event${period === '24 hours' ? '' : ', in UTC'}.`
      await page.getByText(shown).waitFor()
      const { bars, table } = await getChart(page)
      assert.deepEqual(bars, table)
      assert.deepEqual(
        bars.map(([, value]) => value).filter((value) => value !== '0'),
        ['5'],
      )
    }
    await page.waitForURL(/\?period=30d$/)
    await page.getByText('1 user, by the field “user” of events.').waitFor()
    await page.getByText('Most active').click()
    const users = page.getByRole('list', { name: 'Users' })
    await users.getByText('u-7').waitFor()
    const edges = (part: string) =>
      users
        .locator(part)
        .first()
        .evaluate((element) => element.getBoundingClientRect().toJSON())
    const [bar, number] = await Promise.all([edges('li [aria-hidden]'), edges('li > :last-child')])
    assert.ok(
      bar.right <= number.left,
      `the longest bar ends at ${bar.right}, its number begins at ${number.left}`,
    )
    await page.locator('h1').click()
    await page.keyboard.press('w')
    await page.waitForURL(/\?period=7d$/)
  })

  await t.test('says the numbers of a point of the chart, by keys and under the pointer', async () => {
    const chart = page.getByRole('slider', { name: /^Events per day/ })
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /so far: 5 events/)
    const tip = page.locator('[data-chart-tip]')
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await tip.getByText('Events', { exact: true }).waitFor()
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^\D+\d+: 0 events/)
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    const box = (await chart.boundingBox()) ?? assert.fail()
    await page.mouse.move(box.x + box.width - 2, box.y + 20)
    await tip.getByText('5', { exact: true }).first().waitFor()
    await page.checkScreen('a chart with its cursor')
    await page.mouse.move(0, 0)
    await page
      .getByRole('list', { name: 'Top pages' })
      .or(page.getByText('No events in this period have a URL.'))
      .first()
      .waitFor()
  })

  await t.test('filters by name, in the URL too, and shows its properties', async () => {
    await page.getByRole('button', { name: 'signup', exact: true }).click()
    await page.getByText('3 events named “signup”').waitFor()
    await page.waitForURL(/name=signup/)
    await page.getByText('onerror=').first().waitFor()
    const plan = page.getByRole('table', { name: /^plan/ }).getByRole('row')
    assert.deepEqual((await plan.allTextContents()).slice(1), ['pro2', 'free1'])
    await checkAppearances(page, 'counts of a name', ALL_THEMES_AND_SIZES)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.checkScreen('counts of a name, 320 px')
    await wide(page)
    await page.reload()
    await page.getByText('3 events named “signup”').waitFor()
  })

  await t.test('keeps the list of events still, counts new ones, and loads more', async () => {
    await page.getByRole('tab', { name: 'Events' }).click()
    const rows = page.getByRole('list', { name: 'Events', exact: true }).getByRole('listitem')
    await rows.nth(2).waitFor()
    await send(Array.from({ length: 60 }, (_, index) => ({ name: 'signup', props: { index } })))
    await page.getByRole('button', { name: '60 new' }).waitFor()
    assert.equal(await rows.count(), 3)
    await page.getByRole('button', { name: '60 new' }).click()
    await rows.nth(49).waitFor()
    assert.equal(await rows.count(), 50)
    await page.checkScreen('events')
    await page.getByRole('button', { name: 'Load more' }).click()
    await rows.nth(62).waitFor()
    await page.getByLabel('Event name').click()
    await page.getByRole('option', { name: 'pageview' }).click()
    await rows.nth(1).waitFor({ state: 'detached' })
    assert.match((await rows.first().textContent()) ?? '', /^pageview/)
  })

  await t.test('creates a key after a fresh sign-in, shows it once, uses and revokes it', async () => {
    service.pass({ minutes: 16 })
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Report')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.confirmSignIn()
    const key = await page.getByLabel('Report', { exact: true }).inputValue()
    const read = (key: string) => service.get(`/t/${id}/events`, { authorization: `Bearer ${key}` })
    assert.deepEqual([(await read(first)).status, (await read(key)).status], [200, 200])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke Report' }).waitFor()
    assert.ok(!(await page.content()).includes(key), 'the key is shown no more')
    await checkAppearances(page, 'keys of a telemetry endpoint', BOTH_THEMES)
    await wide(page)
    await page.getByRole('button', { name: 'Revoke Report' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Key revoked').waitFor()
    // The button is gone; the focus is not.
    await page.waitForFunction(() => document.activeElement !== document.body)
    assert.deepEqual([(await read(first)).status, (await read(key)).status], [200, 401])
  })

  await t.test('contains the endpoint in every snippet', async () => {
    await page.getByRole('tab', { name: 'Snippets' }).click()
    for (const kind of ['Web page', 'OpenTelemetry JS', 'Plausible tracker', 'Umami for Node', 'curl']) {
      await page.getByRole('button', { name: kind, exact: true }).click()
      await page
        .locator('pre', { hasText: `${service.base}/t/${id}` })
        .first()
        .waitFor()
    }
    await checkAppearances(page, 'snippets of a telemetry endpoint', BOTH_THEMES)
    await wide(page)
  })

  await t.test('renames it and retires it by typing its name', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop 2027')
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Shop 2027', level: 1 }).waitFor()
    await page.checkScreen('settings of a telemetry endpoint')
    await page.getByRole('button', { name: 'Retire the endpoint' }).click()
    await page.getByLabel(/Type .* to confirm/).fill(id)
    assert.ok(await page.getByRole('button', { name: 'Retire', exact: true }).isDisabled())
    await page.getByLabel('Type Shop 2027 to confirm').fill('Shop 2027')
    await page.getByRole('button', { name: 'Retire', exact: true }).click()
    await page.getByText('no longer accepts events').waitFor()
    assert.equal((await service.post(`/t/${id}`, { json: { name: 'late' } })).status, 410)
    await page.getByRole('button', { name: 'Delete all events' }).click()
    await page.getByLabel('Type Shop 2027 to confirm').fill('Shop 2027')
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await page.getByText('Events deleted').waitFor()
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByText('No events').waitFor()
    await page.getByRole('link', { name: 'Telemetry' }).first().click()
    await page.getByText('1 retired telemetry endpoint').waitFor()
    await page.getByText('65 of 5,000').waitFor()
    await checkAppearances(page, 'telemetry endpoints', BOTH_THEMES)
  })

  async function send(json: object) {
    const answer = await page.evaluate(
      async ({ address, body }) => (await fetch(address, { method: 'POST', body })).status,
      { address: `${service.base}/t/${id}`, body: JSON.stringify(json) },
    )
    assert.equal(answer, 202)
  }
})

test('explains errors: no response, no network, unknown id', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = String((await ada.post('/telemetry', { name: 'Shop' })).json.id)
  await service.post(`/t/${id}`, { json: { name: 'signup' } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/telemetry/t_0000000000000000')
  await page.getByText('The link may be outdated').waitFor()
  await page.checkScreen('no such telemetry endpoint')

  await page.screen(`/telemetry/${id}`)
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You’re offline').waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('alert').getByText('Can’t reach Formslot').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('list', { name: 'Events', exact: true }).waitFor()

  await page.route(/\/telemetry\/.*\/stream$/, (route) => route.abort())
  await page.screen(`/telemetry/${id}?view=live`)
  await page.getByText('Reconnecting…').waitFor()
  await page.checkScreen('live events without a connection')
  await page.unroute(/\/telemetry\/.*\/stream$/)
  await page.getByText('Some events were skipped').waitFor()
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()

  // A stream that starts would refetch the counts before she does.
  await page.route(/\/telemetry\/.*\/stream$/, (route) => route.abort())
  await page.route(/\/stats\?/, (route) =>
    route.fulfill({ status: 503, json: { code: 'store_unavailable' } }),
  )
  await page.screen(`/telemetry/${id}`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.checkScreen('counts that cannot be had')
  await page.unroute(/\/stats\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('1 event', { exact: true }).waitFor()
})

test('shows the unique visitors of each day, compared with the period before', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({
    env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' },
    adjust: (config) => withFree(config, { telemetryRetentionDays: 30 }),
  })
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  for (let day = 0; day < 14; day += 1) {
    if (day > 0) service.pass({ days: 1 })
    // One visitor a day in the first week, two in the second.
    for (const address of day < 7 ? ['203.0.113.7'] : ['203.0.113.7', '203.0.113.8']) {
      await service.post(String(telemetry_url), {
        json: { name: 'pageview' },
        headers: { 'user-agent': FIREFOX, 'x-forwarded-for': address },
      })
    }
  }
  const now = (await signIn(service)).cookie
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: now })
  await page.screen(`/telemetry/${id}`)
  const section = page.getByRole('region', { name: 'Unique visitors by day' })
  assert.match((await section.locator('dl').innerText()).replaceAll('\n', ' '), /23.*so far 2.*22.* 2$/)
  await checkAppearances(page, 'visitors of a day', ALL_THEMES_AND_SIZES)
  await wide(page)
  await page.screen(`/telemetry/${id}?period=7d`)
  await section.getByText('14 unique visitors per day, summed').waitFor()
  await section.getByText('+100% from the previous 7 days').waitFor()
  const chart = section.getByRole('slider', { name: /^Visitors per day/ })
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /so far: 2 visitors/)
  await checkAppearances(page, 'visitors of a week', ALL_THEMES_AND_SIZES)
  await wide(page)
  await page.screen(`/telemetry/${id}?period=7d&name=pageview`)
  await page.getByText('14 events named “pageview”').waitFor()
  await section.waitFor({ state: 'detached' })
})

async function wide(page: OwnerPage): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** The cells of the table of names. */
async function getCounts(page: OwnerPage): Promise<Record<string, string>> {
  const rows = page.getByRole('region', { name: 'By name' }).getByRole('row')
  const cells = await rows.evaluateAll((rows) =>
    rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  )
  return Object.fromEntries(cells.map(([name, , count]) => [name, count]))
}

/** Reads the words of each point of a chart, from the first to the last. */
async function readPoints(chart: Locator): Promise<string[]> {
  await chart.focus()
  const words: string[] = []
  const last = Number(await chart.getAttribute('aria-valuemax'))
  for (let place = 0; place <= last; place += 1) {
    await chart.press(place === 0 ? 'Home' : 'ArrowRight')
    const [label = '', value = ''] = ((await chart.getAttribute('aria-valuetext')) ?? '').split(
      /(?:, so far)?: (?=\d+ events)/,
    )
    words.push(`${label}: ${value.replace(/ events.*/, '')}`)
  }
  return words
}

/** The words of each bar, and the rows of the table below the chart. */
async function getChart(page: OwnerPage) {
  const figure = page.getByRole('figure', { name: /events?/ })
  const bars = await readPoints(figure.getByRole('slider'))
  const table = await figure
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent)),
    )
  return { bars: bars.map((text) => text.split(/: (?=\d+$)/)), table }
}
