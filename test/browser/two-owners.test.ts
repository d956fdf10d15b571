import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

const UNKNOWN_ENDPOINT = 'f_0000000000000000'
const UNKNOWN_SUBMISSION = `sub_${'0'.repeat(26)}`
const LISTS = [
  '/inbox',
  '/inbox?folder=archive',
  '/forms',
  '/usage',
  '/settings/keys',
  '/settings/sessions',
  '/settings/account',
  '/settings/activity',
]
type AccountData = { endpoint: string; submission: string }
const PLACES: readonly ((of: AccountData) => string)[] = [
  ...['?view=overview', '?view=snippets', '/settings/general', '/settings/emails', '/settings/danger'].map(
    (view) =>
      ({ endpoint }: AccountData) =>
        `/forms/${endpoint}${view}`,
  ),
  ...['message', 'delivery', 'raw'].map(
    (view) =>
      ({ submission }: AccountData) =>
        `/inbox/${submission}?view=${view}`,
  ),
  ({ endpoint }) => `/inbox?endpoint=${endpoint}`,
]

if (!withoutBrowser) await builtDashboard()

test('two owners working at the same time see nothing of each other', { skip: withoutBrowser }, async (t) => {
  await using service = await startService()
  const ada = await signIn(service, ADA)
  const bo = await signIn(service, BO)
  const data = { ada: await furnish(ada, 'Difference engine'), bo: await furnish(bo, 'Scaffolding') }
  await using browser = await openBrowser(service)
  const adasPage = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const bosPage = await openOwnerPage(browser, service, { cookie: bo.cookie })

  await t.test('no list contains the other owner’s data', async () => {
    for (const [page, own, foreign] of [
      [adasPage, data.ada, data.bo],
      [bosPage, data.bo, data.ada],
    ] as const) {
      const events = await listen(page)
      for (const list of [...LISTS, `/inbox?q=${foreign.word}`]) await page.screen(list)
      await page.unrouteAll({ behavior: 'wait' })
      const all = events.join('\n')
      for (const mine of own.all) assert.ok(all.includes(mine), mine)
      for (const theirs of foreign.all) assert.ok(!all.includes(theirs), theirs)
    }
  })

  await t.test('the other owner’s URLs answer like unknown ones', async () => {
    const unknown = { endpoint: UNKNOWN_ENDPOINT, submission: UNKNOWN_SUBMISSION }
    for (const [page, foreign] of [
      [adasPage, data.bo],
      [bosPage, data.ada],
    ] as const) {
      for (const getPlace of PLACES) {
        const text = await readTextAt(page, getPlace(unknown))
        assert.match(text, /not found|no such|does not exist|there is no|nothing/i, getPlace(unknown))
        const answered = await readTextAt(page, getPlace(foreign))
        assert.equal(answered.replaceAll(foreign.endpoint, UNKNOWN_ENDPOINT), text, getPlace(foreign))
      }
    }
    for (const part of ['html', 'text']) {
      const getEmail = ({ endpoint }: { endpoint: string }) =>
        adasPage.goto(
          `${service.base}/api/v1/endpoints/${endpoint}/emails/preview?kind=submission&part=${part}`,
        )
      assert.equal((await getEmail(data.ada))?.status(), 200)
      assert.equal((await getEmail(data.bo))?.status(), 404)
    }
  })

  await t.test('events of one owner reach the other neither as content nor as counts', async () => {
    for (const page of [adasPage, bosPage]) {
      await page.screen('/inbox')
      await page.rows().first().waitFor()
      await page.evaluate(() => {
        const source = new EventSource('/api/v1/stream')
        const seen: string[] = []
        Object.assign(window, { seen })
        for (const kind of ['ready', 'submission', 'changed'])
          source.addEventListener(kind, ({ data }) => seen.push(`${kind} ${data}`))
      })
      await page.waitForFunction(() => Reflect.get(window, 'seen').length > 0)
    }
    for (const [owner, page, count] of [
      [ada, adasPage, 1],
      [ada, adasPage, 2],
      [bo, bosPage, 1],
    ] as const) {
      service.pass({ minutes: 1 })
      await service.submit(owner.endpoint, { message: 'once more' })
      await page.getByRole('button', { name: `${count} new`, exact: true }).waitFor()
    }
    await adasPage.getByRole('button', { name: '2 new', exact: true }).waitFor()
    for (const [page, foreign] of [
      [adasPage, data.bo],
      [bosPage, data.ada],
    ] as const) {
      const seen: string[] = await page.evaluate(() => Reflect.get(window, 'seen'))
      assert.ok(seen.some((one) => one.startsWith('submission')))
      assert.ok(!seen.join().includes(foreign.endpoint))
    }
  })

  async function furnish(owner: Owner, word: string) {
    service.pass({ minutes: 1 })
    const endpoint = owner.endpoint.form_id
    await owner.patch(`/endpoints/${endpoint}`, { name: `${word} form` })
    const name = `${word} key`
    await owner.post('/keys', { name, scopes: ['read'] })
    const answer = await service.submit(owner.endpoint, { message: `${word} wanted` })
    const submission = String(answer.json.submission_id)
    const mailbox = owner === ada ? ADA : BO
    return { endpoint, submission, word, all: [endpoint, submission, `${word} form`, name, mailbox] }
  }

  /** The text of the screen without the parts that every screen has. */
  async function readTextAt(page: OwnerPage, path: string): Promise<string> {
    await page.goto(`${service.base}/app${path}`)
    await page.settled()
    return page.locator('main').innerText()
  }
})

/** Every answer of the API to this page from now on, as text. */
async function listen(page: OwnerPage): Promise<string[]> {
  const events: string[] = []
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().url().endsWith('/stream')) return route.continue()
    const answer = await route.fetch()
    events.push(await answer.text())
    return route.fulfill({ response: answer })
  })
  return events
}
