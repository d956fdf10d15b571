import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { suspend } from '../../src/commands/suspend.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

const GRACE = 'grace@hopper.dev'

test('an owner finds what a person sent, erases it and downloads the receipt', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: GRACE, message: 'one' })
  await service.submit(ada.endpoint, { email: 'bo@builds.dev', referred_by: GRACE })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/settings/account')
  const section = page.getByRole('region', { name: 'Erase what a person sent' })
  const field = section.getByLabel('Their email address')
  await field.fill('grace')
  await section.getByRole('button', { name: 'Find' }).click()
  await section.getByText('That doesn’t look like an email address').waitFor()
  await field.fill(GRACE.toUpperCase())
  await field.press('Enter')
  await section.getByText('1 submission found:').waitFor()
  await section.getByRole('button', { name: 'Include 1 more with the address in another field' }).click()
  await section.getByText('2 submissions found:').waitFor()
  await checkAppearances(page, 'account with what was found', BOTH_THEMES)
  await section.getByRole('button', { name: 'Erase 2 submissions…' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByText('This can’t be undone').waitFor()
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await section.getByText('2 submissions erased. The receipt lists').waitFor()
  const downloading = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download the receipt' }).click()
  const receipt = (await buffer(await (await downloading).createReadStream())).toString('utf8')
  assert.equal(JSON.parse(receipt).submissions, 2)
  assert.doesNotMatch(receipt, /grace/i)
  const left = await service.sql('select fields from submissions')
  assert.equal(left.length, 1)
})

test('an owner reads in banners that the operator has suspended a form, or the account, and why', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = String(ada.endpoint.form_id)
  const run = (subject: string, reason: string | null) =>
    suspend(service.config, { subject, to: 'suspend', reason, now: service.now() })
  await run(id, '<b>Phishing</b> of a bank')
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${id}`)
  await page.getByText('The operator of this instance suspended this form on').waitFor()
  await page.getByText('<b>Phishing</b> of a bank').waitFor()
  assert.equal(await page.getByText('Suspended', { exact: true }).count(), 1)
  await checkAppearances(page, 'suspended form', BOTH_THEMES)
  await run(ADA, null)
  await page.reload()
  const banner = page.getByRole('complementary', { name: 'Account suspended' })
  await banner.getByText('you can still read and export everything').waitFor()
  await checkAppearances(page, 'suspended account', BOTH_THEMES)
})
