import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { suspend } from '../../src/commands/suspend.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { inviteMember } from '../support/fixtures/member.ts'
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

test('the menu of a message leads to the erasure of its sender, with the address filled in', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: GRACE, message: 'A moth.' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/inbox')
  await page.getByText('A moth.').click()
  await page.locator('[data-bottom-bar]').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase everything from this sender…' }).click()
  await page.waitForURL(/\/settings\/account\?erase=grace/)
  const section = page.getByRole('region', { name: 'Erase what a person sent' })
  const field = section.getByLabel('Their email address')
  await field.and(page.locator(':focus')).waitFor()
  assert.equal(await field.inputValue(), GRACE)
  const box = await field.boundingBox()
  assert.ok(box && box.y > 0 && box.y < 800, 'it is in sight')
  assert.equal(await section.getByText('submission found').count(), 0, 'a link alone looks for nothing')
  await page.keyboard.press('Enter')
  await section.getByText('1 submission found:').waitFor()

  const linus = await inviteMember(service, ada, { email: 'linus@kernel.dev', role: 'owner' })
  const other = await openOwnerPage(browser, service, { cookie: linus.cookie })
  await other.screen('/inbox')
  await other.getByText('A moth.').click()
  await other.locator('[data-bottom-bar]').getByRole('button', { name: 'More', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Block this sender' }).waitFor()
  assert.equal(await other.getByRole('menuitem', { name: /^Erase/ }).count(), 0, 'only the holder erases')
})

test('an owner reads in banners that the operator has suspended a form, or the account, and why', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_SECURITY_CONTACT: 'help@formslot.dev' } })
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
  const contact = banner.getByRole('link', { name: 'help@formslot.dev' })
  assert.equal(await contact.getAttribute('href'), 'mailto:help@formslot.dev')
  await checkAppearances(page, 'suspended account', BOTH_THEMES)
})
