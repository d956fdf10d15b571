import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const MANY = 5_000
const PAGE = 100

if (!withoutBrowser) await builtDashboard()

test('reads a form of 5,000 submissions as a table: sorts, filters, chooses columns, exports what is seen', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  // The service is fast enough with 5,000 rows, which other tests show; here the browser must be.
  await page.route(/\/api\/v1\/submissions\?/, (route) => {
    const search = new URL(route.request().url()).searchParams
    if (search.get('endpoint') !== ada.endpoint.form_id) return route.continue()
    const begin = Number(search.get('cursor') ?? 0)
    const data = Array.from({ length: PAGE }, (_, index) => toSubmission(ada.endpoint.form_id, begin + index))
    return route.fulfill({ json: { data, next_cursor: begin + PAGE < MANY ? String(begin + PAGE) : null } })
  })
  await page.screen(`/forms/${ada.endpoint.form_id}?view=table`)
  await page.getByText('5,000 submissions').waitFor()
  const grid = page.getByRole('grid')
  const rows = grid.locator('[data-place]')
  assert.ok((await rows.count()) < 60, 'only what is in sight is drawn')
  await page.checkScreen('a table')

  await grid.getByRole('button', { name: 'seats' }).click()
  await rows.first().getByText('0', { exact: true }).waitFor()
  await grid.getByRole('button', { name: 'seats' }).click()
  await rows.first().getByText('99', { exact: true }).waitFor()
  await grid.getByLabel('Filter name').fill('guest 12')
  await page.getByText('111 of 5,000 submissions').waitFor()

  await rows.first().focus()
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-rowindex') === '112')
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-rowindex') === '12')

  const width = grid.getByRole('separator', { name: 'Width of name' })
  await width.focus()
  await page.keyboard.press('ArrowRight')
  const [begin, url] = [await width.boundingBox(), page.url()]
  assert.ok(begin)
  await page.mouse.move(begin.x + 2, begin.y + 20)
  await page.mouse.down()
  await page.mouse.move(begin.x + 42, begin.y + 20, { steps: 4 })
  await page.waitForFunction(() =>
    document.querySelector('[aria-label="Width of name"][aria-valuenow="240"]'),
  )
  assert.equal(page.url(), url, 'browsers limit how often a URL changes')
  await page.mouse.up()
  await page.waitForURL((now) => now.href !== url)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'message' }).uncheck()
  await page.checkScreen('the columns of a table')
  await page.getByRole('button', { name: 'Columns' }).click()
  const before = await grid.locator('[role=row]').first().innerText()
  await page.reload()
  await page.getByText('111 of 5,000 submissions').waitFor()
  assert.equal(await grid.locator('[role=row]').first().innerText(), before)
  assert.equal(
    await grid.getByRole('separator', { name: 'Width of name' }).getAttribute('aria-valuenow'),
    '240',
  )
  await page.getByRole('tab', { name: 'Snippets' }).click()
  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByText('111 of 5,000 submissions').waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export this table' }).click(),
  ])
  const lines = (await buffer(await download.createReadStream())).toString('utf8').trimEnd().split('\r\n')
  assert.equal(lines[0], '\ufeff"received_at","name","seats"')
  assert.equal(lines.length, 112)
  assert.match(lines[1] ?? '', /"guest 12\d*","99"$|"guest 12\d*","9\d"$/)
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(
    ({ pathname, search }) =>
      /\/app\/inbox\/sub_/.test(pathname) && search === `?endpoint=${ada.endpoint.form_id}`,
  )
})

function toSubmission(endpointId: string, place: number) {
  return {
    id: `sub_${String(place).padStart(26, '0')}`,
    endpoint_id: endpointId,
    endpoint_name: null,
    received_at: new Date(1_795_000_000_000 - place * 60_000).toISOString(),
    ...{
      folder: 'inbox',
      read: true,
      trashed_at: null,
      imported_at: null,
      spam_reasons: null,
      test: false,
      delivery: null,
    },
    fields: [
      ['name', `guest ${place}`],
      ['seats', place % 100],
      ['message', 'A message that is longer than its column. '.repeat(20)],
      ['_page', '/rsvp'],
    ],
  }
}
