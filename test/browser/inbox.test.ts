import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { PLANS } from '../../src/domain/plan.ts'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { builtDashboard } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'
import { openInbox, submitMany } from '../support/signed-in-page.ts'

const skip = withoutBrowser
/** More than one page of the list. */
const MANY = 120
const FREE = { ...PLANS.free, submissionsPerMonth: 1000 }
const CHARLES = { name: 'Charles Babbage', email: 'charles@babbage.org', message: 'How much is one engine?' }

await builtDashboard()

test('what arrives waits above a list that stands still, and is counted in the title bar', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, endpoint, broken, rows } = await openInbox(service, browser)
  await rows().first().getByText('Grace Hopper').waitFor()
  await page.waitForFunction(() => document.title === '(1) Inbox · Formslot')

  service.pass({ minutes: 1 })
  await service.submit(endpoint, CHARLES)
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await page.waitForFunction(() => document.title === '(2) Inbox · Formslot')
  assert.equal(await rows().count(), 1)

  await page.getByRole('button', { name: '1 new' }).click()
  await rows().first().getByText('Charles Babbage').waitFor()
  assert.equal(await rows().count(), 2)
  assert.deepEqual(broken, [])
})

test('by keys alone Ada finds, reads, archives and takes back', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, endpoint, broken, rows, ask } = await openInbox(service, browser)
  service.pass({ minutes: 1 })
  await service.submit(endpoint, CHARLES)
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await page.reload()
  await rows().nth(1).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('engine')
  await page.waitForURL(/\?q=engine$/)
  await rows().nth(1).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.getByRole('link', { name: 'Reply' }).waitFor()
  const opened = page.url()

  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Nothing fits' }).waitFor()
  await page.getByText('Archived', { exact: true }).waitFor()
  await page.waitForFunction(
    async () => (await (await fetch('/api/v1/submissions?folder=archive')).json()).data.length === 1,
  )
  assert.equal((await ask('/submissions?folder=archive')).data[0].read, true)

  await page.keyboard.press('z')
  await rows().first().getByText('Charles Babbage').waitFor()
  await page.waitForFunction(
    async () => (await (await fetch('/api/v1/submissions?folder=archive')).json()).data.length === 0,
  )
  await page.goto(opened)
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
  assert.deepEqual(broken, [])
})

test('the link in a letter opens its submission', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, endpoint, broken } = await openInbox(service, browser)
  await service.submit(endpoint, CHARLES)
  await service.deliver()
  const letter = (await service.letters()).at(-1)?.text ?? ''
  await page.goto(/Open in the dashboard:\s+(\S+)/.exec(letter)?.[1] ?? '')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  assert.deepEqual(broken, [])
})

test('everything that matches is archived at once, and is back with one press', { skip }, async () => {
  await using service = await startService({
    adjust: (config) => ({ ...config, plans: { ...config.plans, free: FREE } }),
  })
  await using browser = await openBrowser()
  const { page, endpoint, broken, rows, ask } = await openInbox(service, browser)
  await submitMany(service, endpoint, {
    number: MANY,
    fields: (place) => ({ name: `Sender ${place}`, message: 'Hello' }),
  })
  await page.reload()
  await rows()
    .first()
    .getByText(`Sender ${MANY - 1}`)
    .waitFor()
  assert.ok((await rows().count()) < 40, 'only what is in sight is drawn')

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
  await page.getByRole('button', { name: 'Select everything that matches' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('heading', { name: 'Everything is dealt with' }).waitFor()
  await page.getByText(`${MANY + 1} submissions archived`).waitFor()
  assert.equal((await ask('/submissions?folder=inbox')).data.length, 0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await rows()
    .first()
    .getByText(`Sender ${MANY - 1}`)
    .waitFor()
  assert.equal((await ask('/submissions?folder=archive')).data.length, 0)
  assert.deepEqual(broken, [])
})

test('what is no spam after all gets its letter, and what is deleted is gone', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, endpoint, broken, rows } = await openInbox(service, browser)
  await service.submit(endpoint, { ...CHARLES, _gotcha: 'filled' })
  await service.deliver()
  const letters = (await service.letters()).length
  await page.getByRole('link', { name: 'Spam' }).click()
  await rows().first().getByText('Honeypot').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.getByText('A field that people cannot see was filled in.').waitFor()
  await page.keyboard.press('!')
  await page.getByText('Its letter is being delivered.').waitFor()
  await page.getByRole('heading', { name: 'No spam' }).waitFor()
  await page.waitForFunction(
    async () => (await (await fetch('/api/v1/submissions?folder=spam')).json()).data.length === 0,
  )
  await service.deliver()
  assert.equal((await service.letters()).length, letters + 1)

  await page.keyboard.type('gi')
  await rows().nth(1).waitFor()
  await page.keyboard.type('jo')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  const opened = page.url()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await page.getByText('Accepted').waitFor()
  await page.keyboard.press('#')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  assert.equal(await rows().count(), 1)
  await page.waitForFunction(() => document.activeElement?.closest('li') !== null)
  await page.goto(opened)
  await page.getByRole('heading', { name: /no submission|not found/i }).waitFor()
  assert.deepEqual(broken, [])
})

/** Reliability catalogue W01, as names and as values. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '" autofocus onfocus="alert(1)',
  '</title></style><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}#{7*7}`<%= 7*7 %>',
  '__proto__',
  'ab\u202ecd',
  'mallory@acme.org?bcc=all@acme.org&body=x',
]

test('whatever Mallory sends is text in the inbox, and runs nowhere', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, endpoint, broken, rows } = await openInbox(service, browser)
  for (const hostile of HOSTILE) {
    service.pass({ minutes: 1 })
    const answer = await service.submit(endpoint, { name: hostile, email: hostile, [hostile]: hostile })
    assert.ok(answer.status < 400, hostile)
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await rows().nth(HOSTILE.length).waitFor()
  for (const [place, hostile] of HOSTILE.toReversed().entries()) {
    await rows().nth(place).getByRole('link').click()
    await page.getByRole('heading', { level: 2 }).getByText(hostile, { exact: true }).waitFor()
    assert.equal(await page.locator('article dt').last().textContent(), hostile)
    assert.equal(await page.locator('article dd').last().textContent(), hostile)
    assert.equal(await page.getByRole('link', { name: 'Reply' }).count(), 0, hostile)
    await page.getByRole('tab', { name: 'Raw' }).click()
    await page.locator('article pre').getByText(hostile.slice(0, 5)).waitFor()
  }
  assert.equal(
    await page.locator('main script, main img, main iframe, main object, main [onload]').count(),
    0,
  )
  assert.deepEqual(
    asked.filter((address) => !address.startsWith(`${service.base}/`)),
    [],
  )
  assert.deepEqual(broken, [])
})

for (const look of [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const) {
  const { width } = look.viewport
  test(`the inbox and what is open in it are accessible and fit, ${look.colorScheme}, ${width} px wide`, {
    skip,
  }, async () => {
    await using service = await startService()
    await using browser = await openBrowser()
    const { page, broken, rows } = await openInbox(service, browser, { look })
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await rows().first().getByRole('checkbox').click()
    await check('list')
    await rows().first().getByRole('link').click()
    await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
    for (const view of ['Message', 'Delivery', 'Raw']) {
      await page.getByRole('tab', { name: view }).click()
      await check(view)
    }
    assert.deepEqual(broken, [])

    async function check(name: string) {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
      assert.deepEqual(found, [], name)
      const shown = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(shown <= width, `${name} is ${shown} px wide`)
    }
  })
}
