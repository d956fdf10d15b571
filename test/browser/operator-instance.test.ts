import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

const DAY_MS = 86_400_000
const GIBIBYTE = 2 ** 30

test('the operator reads which nodes run, when the disk is full, and how old the backup is', {
  skip: withoutBrowser,
}, async () => {
  // The browser has the time of this machine.
  await using service = await startService({
    env: { FORMSLOT_OPERATORS: ADA },
    database: 'file',
    now: new Date(),
  })
  const ada = await signIn(service)
  const today = Math.floor(service.now().getTime() / DAY_MS)
  const grow = async (bytes: number) => {
    await service.sql('delete from storage_days')
    await service.sql(`insert into storage_days (day, database_bytes, file_bytes)
      values (${today - 10}, 0, 0), (${today}, ${10 * bytes}, 0)`)
  }
  const { free_bytes: free } = (await ada.get('/operator/instance')).json.storage as { free_bytes: number }
  await grow(Math.round(free / 20))
  await service.service.recordNode()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const section = (name: string) => page.getByRole('region', { name })
  await page.screen('/operator?section=instance')
  const nodes = section('Nodes')
  await nodes.getByText(/^version .* · started .* · last seen just now$/).waitFor()
  assert.equal(await nodes.getByText('Silent').count(), 0)
  await section('Storage')
    .locator('dd')
    .getByText(/^\w+ \d+, \d{4}$/)
    .waitFor()
  await section('Storage')
    .getByText(/At this rate, the disk will be full on/)
    .waitFor()
  await section('Backup').getByText('No backup by formslot-server backup has finished yet.').waitFor()
  await section('Refused').getByText('Nothing was refused.').waitFor()
  await checkAppearances(page, 'instance with warnings', BOTH_THEMES)

  const backedUp = (days: number) =>
    service.sql(`update instance set backed_up_at = ${service.now().getTime() - days * DAY_MS}`)
  await backedUp(8.5)
  await grow(Math.round(free / 45))
  await service.submit(ada.endpoint, {})
  service.pass({ minutes: 4 })
  await page.reload()
  await nodes.getByText('Silent').waitFor()
  await section('Storage')
    .locator('dd')
    .getByText(/^\w+ \d+, \d{4}$/)
    .waitFor()
  assert.equal(await section('Storage').getByText('the disk will be full on').count(), 0)
  await section('Backup').getByText('1 week ago').waitFor()
  await section('Backup')
    .getByText('The last backup by formslot-server backup is older than 7 days.')
    .waitFor()
  await section('Refused').getByText('fields_missing').waitFor()

  await backedUp(6.5)
  await grow(-GIBIBYTE)
  await page.reload()
  await section('Backup').getByText('6 days ago').waitFor()
  assert.equal(await section('Backup').getByText('older than').count(), 0)
  await section('Storage').getByText('none', { exact: true }).waitFor()
  assert.equal(await section('Storage').getByText('Disk full', { exact: true }).count(), 0)
})

test('the operator is told what is not seen of PostgreSQL', { skip: withoutBrowser }, async (t) => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  const { database } = (await ada.get('/operator/instance')).json.storage as { database: string }
  if (database !== 'postgres') return t.skip('this run is on SQLite')
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/operator?section=instance')
  await page.getByText('Database (PostgreSQL)').waitFor()
  await page.getByText('Formslot can’t see the disk of the PostgreSQL server.').waitFor()
  await page.getByText('Backups of the PostgreSQL database by pg_dump are not seen from here.').waitFor()
})

test('the operator lists the forms that refused the most, and opens one to suspend it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/operator?section=endpoints')
  await page.getByRole('button', { name: 'Most refused' }).click()
  await page.getByText('No form refused anything in the last 24 hours').waitFor()
  await service.submit(ada.endpoint, {})
  for (let sent = 0; sent < 2; sent += 1) await service.submit(bo.endpoint, {})
  await service.service.purge()
  await page.reload()
  assert.match(page.url(), /by=refused/)
  const rows = page.getByRole('list', { name: 'Endpoints' }).locator('> li')
  await rows.nth(1).waitFor()
  assert.match(await rows.nth(0).innerText(), /2 refused · bo@builds\.dev\s+fields_missing 2/)
  assert.match(await rows.nth(1).innerText(), /1 refused · ada@lovelace\.dev/)
  assert.equal(await page.getByLabel('Find by ID, owner or site').count(), 0)
  await checkAppearances(page, 'forms that refused the most', BOTH_THEMES)
  const id = String(bo.endpoint.form_id)
  await page.getByRole('link', { name: `Show endpoint ${id}` }).click()
  await page.getByRole('button', { name: `Suspend ${id}` }).waitFor()
  assert.equal(await page.getByLabel('Find by ID, owner or site').inputValue(), id)
  assert.equal(await rows.count(), 1)
})
