import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

const UNKNOWN_ENDPOINT = 'f_0000000000000000'
const UNKNOWN_SUBMISSION = `sub_${'0'.repeat(26)}`
const LISTS = ['/inbox', '/inbox?folder=archive', '/endpoints', '/usage', '/keys', '/sessions', '/account']
type Things = { endpoint: string; submission: string }
const PLACES: readonly ((of: Things) => string)[] = [
  ...['overview', 'settings', 'snippets', 'emails', 'danger'].map(
    (view) =>
      ({ endpoint }: Things) =>
        `/endpoints/${endpoint}?view=${view}`,
  ),
  ...['message', 'delivery', 'raw'].map(
    (view) =>
      ({ submission }: Things) =>
        `/inbox/${submission}?view=${view}`,
  ),
  ({ endpoint }) => `/inbox?endpoint=${endpoint}`,
]

if (!withoutBrowser) await builtDashboard()

test('two owners working at the same time see nothing of each other', { skip: withoutBrowser }, async (t) => {
  await using service = await startService()
  const ada = await signIn(service, ADA)
  const bo = await signIn(service, BO)
  const things = { ada: await furnish(ada, 'Difference engine'), bo: await furnish(bo, 'Scaffolding') }
  await using browser = await openBrowser(service)
  const adas = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const bos = await openOwnerPage(browser, service, { cookie: bo.cookie })

  await t.test('no list contains the other owner’s data', async () => {
    for (const [page, own, foreign] of [
      [adas, things.ada, things.bo],
      [bos, things.bo, things.ada],
    ] as const) {
      const told = await listen(page)
      for (const list of [...LISTS, `/inbox?q=${foreign.word}`]) await page.screen(list)
      await page.unrouteAll({ behavior: 'wait' })
      const all = told.join('\n')
      for (const mine of own.all) assert.ok(all.includes(mine), mine)
      for (const theirs of foreign.all) assert.ok(!all.includes(theirs), theirs)
    }
  })

  await t.test('the other owner’s URLs answer like unknown ones', async () => {
    const unknown = { endpoint: UNKNOWN_ENDPOINT, submission: UNKNOWN_SUBMISSION }
    for (const [page, foreign] of [
      [adas, things.bo],
      [bos, things.ada],
    ] as const) {
      for (const placeOf of PLACES) {
        const said = await saidAt(page, placeOf(unknown))
        assert.match(said, /not found|no such|does not exist|there is no|nothing/i, placeOf(unknown))
        const answered = await saidAt(page, placeOf(foreign))
        assert.equal(answered.replaceAll(foreign.endpoint, UNKNOWN_ENDPOINT), said, placeOf(foreign))
      }
    }
    for (const part of ['html', 'text']) {
      const emailOf = ({ endpoint }: { endpoint: string }) =>
        adas.goto(`${service.base}/api/v1/endpoints/${endpoint}/emails/preview?kind=submission&part=${part}`)
      assert.equal((await emailOf(things.ada))?.status(), 200)
      assert.equal((await emailOf(things.bo))?.status(), 404)
    }
  })

  await t.test('events of one owner reach the other neither as content nor as counts', async () => {
    for (const page of [adas, bos]) {
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
      [ada, adas, 1],
      [ada, adas, 2],
      [bo, bos, 1],
    ] as const) {
      service.pass({ minutes: 1 })
      await service.submit(owner.endpoint, { message: 'once more' })
      await page.getByRole('button', { name: `${count} new`, exact: true }).waitFor()
    }
    await adas.getByRole('button', { name: '2 new', exact: true }).waitFor()
    for (const [page, foreign] of [
      [adas, things.bo],
      [bos, things.ada],
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
  async function saidAt(page: OwnerPage, path: string): Promise<string> {
    await page.goto(`${service.base}/app${path}`)
    await page.settled()
    return page.locator('main').innerText()
  }
})

/** Every answer of the API to this page from now on, as text. */
async function listen(page: OwnerPage): Promise<string[]> {
  const told: string[] = []
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().url().endsWith('/stream')) return route.continue()
    const answer = await route.fetch()
    told.push(await answer.text())
    return route.fulfill({ response: answer })
  })
  return told
}
