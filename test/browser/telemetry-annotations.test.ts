import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { inviteMember } from '../support/fixtures/member.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const HOUR = 3_600_000

if (!withoutBrowser) await builtDashboard()

test('annotations are added by a button and by a click on the chart, shown there, and deleted', {
  skip: withoutBrowser,
}, async () => {
  // The browser has the real time.
  await using service = await startService({ now: new Date() })
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  await service.post(String(telemetry_url), {
    json: [{ name: 'a', time: new Date(service.now().getTime() - 5 * HOUR).toISOString() }, { name: 'a' }],
  })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}`)
  const list = page.getByRole('list', { name: 'Annotations' })
  const marks = page.locator('[data-chart-mark]')
  const dialog = page.getByRole('dialog')

  await page.getByText('Mark a release or a campaign in the chart').waitFor()
  await page.getByRole('button', { name: 'Add annotation' }).click()
  assert.ok(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled())
  await dialog.getByLabel('Text').fill('Deployed 1.4')
  await checkAppearances(page, 'a new annotation', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  await list.getByText('Deployed 1.4').waitFor()
  assert.equal(await marks.count(), 1)
  const chart = page.getByRole('slider', { name: /^Events per hour/ })
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /, Deployed 1\.4$/)

  const box = (await chart.boundingBox()) ?? assert.fail()
  await page.mouse.click(box.x + 5, box.y + 20)
  await dialog.getByLabel('Text').fill(HOSTILE)
  assert.match(await dialog.getByLabel('Time').inputValue(), /:00$/, 'the hour of the bar')
  await page.keyboard.press('Enter')
  await list.getByText(HOSTILE).waitFor()
  assert.equal(await marks.count(), 2)
  await chart.focus()
  await chart.press('Home')
  await chart.press('Enter')
  await dialog.getByLabel('Text').fill('by the keyboard')
  await dialog.getByLabel('Time').fill('2020-01-01T10:00')
  await page.keyboard.press('Enter')
  await dialog.getByText('Choose a time within the days').waitFor()
  await page.keyboard.press('Escape')
  await checkAppearances(page, 'annotations', ALL_THEMES_AND_SIZES)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Delete “Deployed 1.4”' }).click()
  await page.getByText('Annotation deleted').waitFor()
  await list.getByText('Deployed 1.4').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('Deployed 1.4').waitFor()

  const viewer = await inviteMember(service, ada, { email: 'view@acme.dev', role: 'viewer' })
  const other = await openOwnerPage(browser, service, { cookie: viewer.cookie })
  await other.screen(`/telemetry/${id}`)
  await other.getByRole('list', { name: 'Annotations' }).getByText('Deployed 1.4').waitFor()
  assert.equal(await other.getByRole('button', { name: /annotation|Delete “/ }).count(), 0)
})
