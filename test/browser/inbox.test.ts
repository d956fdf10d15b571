import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { TRASH_DAYS } from '../../src/domain/submissions/folder.ts'
import { DAY } from '../../src/domain/time.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openInbox } from '../support/browser/owner-page.ts'
import { type Endpoint, startService, type TestService } from '../support/service/service.ts'

const skip = withoutBrowser
/** More than one page of the list. */
const MANY = 120
const FREE = { ...PLANS.free, submissionsPerMonth: 1000 }
const CHARLES = { name: 'Charles Babbage', email: 'charles@babbage.org', message: 'How much is one engine?' }

await builtDashboard()

test('holds new arrivals above the list and counts them in the title bar', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
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
})

test('searches, reads, archives and undoes by keyboard alone', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
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
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByText('Archived', { exact: true }).waitFor()
  // Marking and moving are two requests that can finish in either order.
  await page.waitForFunction(async () => {
    const { data } = await (await fetch('/api/v1/submissions?folder=archive')).json()
    return data.length === 1 && data[0].read
  })

  await page.keyboard.press('z')
  await rows().first().getByText('Charles Babbage').waitFor()
  await page.waitForFunction(
    async () => (await (await fetch('/api/v1/submissions?folder=archive')).json()).data.length === 0,
  )
  await page.goto(opened)
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'Nothing selected' }).waitFor()
})

test('opens a submission from the link in its email', { skip }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint } = await openInbox(browser, service)
  await service.submit(endpoint, CHARLES)
  await service.deliver()
  const email = (await service.emails()).at(-1)?.text ?? ''
  await page.goto(/Open in dashboard:\s+(\S+)/.exec(email)?.[1] ?? '')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
})

test('counts all matching submissions, archives them at once and undoes it with one click', {
  skip,
}, async () => {
  await using service = await startService({
    adjust: (config) => ({ ...config, plans: { ...config.plans, free: FREE } }),
  })
  await using browser = await openBrowser(service)
  const { page, endpoint, rows, ask } = await openInbox(browser, service)
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

  const search = page.getByRole('searchbox', { name: 'Search' })
  const counts = '**/api/v1/submissions/count?**'
  await page.route(counts, (route) => route.fulfill({ json: { count: 1000, next_cursor: 'further' } }))
  await search.fill('sender')
  await page.getByText('10,000+ results', { exact: true }).waitFor()
  await page.unroute(counts)
  await search.fill('hello')
  await page.getByText(`${MANY} results`, { exact: true }).waitFor()
  await search.fill('')
  await page.getByText(`${MANY} results`, { exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('checkbox', { name: 'Select all shown' }).click()
  await page.getByRole('button', { name: `Select all ${MANY + 1} that match` }).click()
  await page.getByText(`All ${MANY + 1} matching submissions are selected.`).waitFor()
  await page.getByText(`${MANY + 1} selected`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('heading', { name: 'Inbox zero' }).waitFor()
  await page.getByText(`${MANY + 1} submissions archived`).waitFor()
  assert.equal((await ask('/submissions?folder=inbox')).data.length, 0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await rows()
    .first()
    .getByText(`Sender ${MANY - 1}`)
    .waitFor()
  assert.equal((await ask('/submissions?folder=archive')).data.length, 0)
})

test('shows a deleted submission in the trash that is opened before the service has stored the deletion', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser()
  const { page, rows } = await openInbox(browser, service)
  await rows().first().waitFor()
  const stored = Promise.withResolvers<void>()
  await page.route('**/submissions/bulk', async (route) => {
    await stored.promise
    await route.continue()
  })
  await page.keyboard.type('j#')
  await page.getByText('Deleted', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.waitForURL(/folder=trash/)
  await page.getByText('Loading submissions').waitFor({ state: 'attached' })
  stored.resolve()
  await rows().filter({ hasText: 'Grace Hopper' }).waitFor()
})

test('says while an email waits that it is not sent from the trash, and sends it once restored', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows } = await openInbox(browser, service)
  service.pass({ minutes: 1 })
  await service.submit(endpoint, CHARLES)
  await page.getByRole('button', { name: '1 new' }).click()
  await rows().first().getByText('Charles Babbage').click()
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  await page.keyboard.press('#')
  await page.getByText('Its email won’t be sent unless you restore it.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await rows().first().getByText('Charles Babbage').click()
  await page.getByText('In the trash.').getByText('Its email won’t be sent unless you restore it.').waitFor()
  const before = (await service.emails()).length
  await service.deliver()
  assert.equal((await service.emails()).length, before)
  const restored = page.waitForResponse('**/submissions/bulk')
  await page.getByRole('button', { name: 'Restore' }).last().click()
  await restored
  await service.deliver()
  assert.match((await service.emails()).at(-1)?.text ?? '', /How much is one engine/)
})

test('sends the email of a submission marked as not spam, and deletes with an undo, and for good from the trash', {
  skip,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { page, endpoint, rows, ask } = await openInbox(browser, service)
  await service.submit(endpoint, { ...CHARLES, _gotcha: 'filled' })
  await service.deliver()
  const emails = (await service.emails()).length
  await page.getByRole('link', { name: 'Spam' }).click()
  await rows().first().getByText('Honeypot').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.getByText('A hidden field was filled in.').waitFor()
  await page.keyboard.press('!')
  await page.getByText('Its email is being delivered.').waitFor()
  await page.getByRole('heading', { name: 'No spam' }).waitFor()
  await page.waitForFunction(
    async () => (await (await fetch('/api/v1/submissions?folder=spam')).json()).data.length === 0,
  )
  await service.deliver()
  assert.equal((await service.emails()).length, emails + 1)

  await page.keyboard.type('gi')
  await rows().nth(1).waitFor()
  await page.keyboard.type('jo')
  await page.getByRole('heading', { level: 2, name: 'Charles Babbage' }).waitFor()
  const opened = page.url()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await page.getByText(/^Accepted/).waitFor()
  await page.keyboard.press('#')
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  assert.equal(await rows().count(), 1)
  await page.waitForFunction(() => document.activeElement?.closest('li') !== null)
  await page.getByText('Deleted', { exact: true }).waitFor()
  await page.keyboard.press('z')
  await rows().nth(1).waitFor()

  const trashed = async () => (await ask('/submissions?folder=trash')).data.length
  await page.keyboard.type('k#')
  await rows().nth(1).waitFor({ state: 'detached' })
  await page.getByText('Deleted', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await rows().getByText('Charles Babbage').waitFor()
  assert.equal(await trashed(), 1)
  await page.getByText(`Deleted for good after ${TRASH_DAYS} days.`).waitFor()
  await page.keyboard.type('jo')
  const [{ trashed_at }] = (await ask('/submissions?folder=trash')).data
  const end = new Date(Date.parse(trashed_at) + TRASH_DAYS * DAY).toISOString()
  await page.getByText('Deleted for good on').locator(`time[datetime="${end}"]`).waitFor()
  await page.checkScreen('a submission in the trash')
  await page.getByRole('article').getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  await page.getByText('Restored', { exact: true }).waitFor()
  await page.checkScreen('an empty trash')
  await page.keyboard.press('z')
  await rows().getByText('Charles Babbage').waitFor()
  await page.checkScreen('the trash')
  await page.keyboard.type('j#')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  assert.equal(await trashed(), 0)
  await page.goto(opened)
  await page.getByRole('heading', { name: /no submission|not found/i }).waitFor()
})

/** Sends submissions, no faster than the submit rate allows. */
async function submitMany(
  service: TestService,
  endpoint: Endpoint,
  options: { number: number; fields: (place: number) => Record<string, string> },
): Promise<void> {
  for (let place = 0; place < options.number; place += 1) {
    const answer = await service.submit(endpoint, options.fields(place))
    if (answer.status >= 400) throw new Error(`submission ${place} was answered ${answer.status}`)
    service.pass({ seconds: 2 })
  }
}
