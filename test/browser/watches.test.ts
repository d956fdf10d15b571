import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner adds a watch, sees it fire, edits it and removes it', { skip: withoutBrowser }, async () => {
  await using service = await startService({ now: new Date() })
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Backups' })).json
  const send = (name: string) => service.post(String(telemetry_url), { json: { name } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}`)
  await page.getByRole('tab', { name: 'Watches' }).click()
  await page.getByRole('heading', { name: 'No watches' }).waitFor()
  await checkAppearances(page, 'no watches', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'New watch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For').fill('4')
  await dialog.getByRole('combobox', { name: 'Unit of the time' }).click()
  await page.getByRole('option', { name: 'minutes' }).click()
  await dialog.getByLabel('Event name').fill('backup_done')
  await dialog.getByLabel('Properties').fill('server')
  await dialog.getByRole('button', { name: 'Add watch' }).click()
  await dialog.getByText('Write each line as name=value.').waitFor()
  await dialog.getByLabel('Properties').fill('')
  await dialog.getByRole('button', { name: 'Add watch' }).click()
  await dialog.getByText('Use 5 minutes to 30 days.').waitFor()
  await checkAppearances(page, 'a watch that is refused', ALL_THEMES_AND_SIZES)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByLabel('For').fill('90')
  await dialog.getByRole('button', { name: 'Add watch' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Nothing for 90 minutes' })
  await row.getByText('backup_done').waitFor()
  await row.getByText(/^No event yet · fires at /).waitFor()
  await row.getByText('OK').waitFor()
  await page.getByText('Your plan allows 1 watch for each endpoint.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'New watch' }).isDisabled())

  await send('backup_done')
  service.pass({ minutes: 90 })
  await service.service.lookAtWatches()
  await page.reload()
  await row.getByText('Fired', { exact: true }).waitFor()
  await row.getByText(/· waits for events$/).waitFor()
  await checkAppearances(page, 'a watch that has fired', ALL_THEMES_AND_SIZES)
  await page.setViewportSize({ width: 1280, height: 800 })

  await row.getByRole('button', { name: 'Edit “Nothing for 90 minutes”' }).click()
  await dialog.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'There are too many' }).click()
  await dialog.getByLabel('More events than').fill('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const edited = page.getByRole('listitem').filter({ hasText: 'More than 100 events in 90 minutes' })
  await edited.getByText('0 events in the last 90 minutes').waitFor()
  const [stored] = Object((await ada.get(`/telemetry/${id}/watches`)).json).data
  assert.deepEqual([stored.name, stored.when], ['backup_done', { kind: 'over', count: 100, per: '90m' }])

  await edited.getByRole('button', { name: /^Remove/ }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Watch removed').waitFor()
  await page.getByRole('heading', { name: 'No watches' }).waitFor()
})

test('an owner publishes the status badge, sees it, and revokes it', { skip: withoutBrowser }, async () => {
  await using service = await startService({ now: new Date() })
  const ada = await signIn(service)
  const { id } = (await ada.post('/telemetry', { name: 'Sicherungen 夜間 <b>' })).json
  await ada.post(`/telemetry/${id}/watches`, { when: { kind: 'silence', for: '1h' } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/telemetry/${id}?view=settings`)
  const section = page.getByRole('region', { name: 'Status badge' })
  await section.getByRole('button', { name: 'Publish a badge' }).click()
  const image = section.getByRole('img')
  await image.waitFor()
  const size = await image.evaluate(async (shown) => {
    const badge = shown as HTMLImageElement
    await badge.decode()
    return [badge.naturalHeight, badge.naturalWidth > 100]
  })
  assert.deepEqual(size, [20, true], 'the policy of the dashboard lets it be shown')
  const markdown = await section.getByRole('textbox', { name: 'Markdown of the badge' }).inputValue()
  const url = /^!\[Status\]\((.*)\)$/.exec(markdown)?.[1] ?? ''
  await checkAppearances(page, 'settings with a badge', BOTH_THEMES)
  await page.setViewportSize({ width: 1280, height: 800 })
  const stranger = await openOwnerPage(browser, service)
  await stranger.goto(url)
  assert.equal(await stranger.locator('svg').getAttribute('aria-label'), 'Sicherungen 夜間 <b>: ok')
  await section.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Status badge revoked').waitFor()
  await section.getByRole('button', { name: 'Publish a badge' }).waitFor()
  assert.equal((await service.get(url)).status, 404)
})
