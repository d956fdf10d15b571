import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { createCalls, signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('creates a key that expires in 7 days, and shows when it expires and that it has expired', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.setFixedTime(service.now())
  await page.screen('/keys')
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('Nightly backup')
  await page.getByLabel('Expires after').click()
  await page.getByRole('option', { name: '7 days' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('Nightly backup', { exact: true }).inputValue()
  const authorization = `Bearer ${key}`
  assert.equal((await service.get('/api/v1/me', { authorization })).status, 200)
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly backup' })
  await row.getByText('expires in 1 week').waitFor()
  const { data } = (await ada.get('/keys')).json as { data: { expires_at: string }[] }
  const inDays = (Date.parse(data[0]?.expires_at ?? '') - service.now().getTime()) / 86_400_000
  assert.equal(inDays, 7)

  // The next key has none unless it is chosen again.
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Forever')
  await page.getByLabel('Expires after').getByText('No expiry').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const forever = page.getByRole('listitem').filter({ hasText: 'Forever' })
  await forever.waitFor()
  assert.doesNotMatch((await forever.textContent()) ?? '', /expire/)

  // Otherwise the session would end too, for want of use.
  service.pass({ days: 6 })
  await ada.get('/me')
  service.pass({ days: 1 })
  await page.clock.setFixedTime(service.now())
  await page.screen('/keys')
  await row.getByText('Expired', { exact: true }).waitFor()
  await row.getByText('expired just now').waitFor()
  await checkAppearances(page, 'keys, one of them expired', BOTH_THEMES)
  const refused = await service.get('/api/v1/me', { authorization })
  assert.deepEqual([refused.status, refused.json.code], [401, 'key_expired'])
})

test('Activity says what was done and by whom, a page at a time, on a phone too', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const form = `/endpoints/${ada.endpoint.form_id}`
  const made = await ada.post('/keys', { name: 'CI <b>', scopes: ['read', 'write'] })
  const program = createCalls(service, { authorization: `Bearer ${made.json.key}` })
  for (let n = 1; n <= 25; n += 1) await program.patch(form, { name: `Shop ${n}` })
  await ada.patch(form, { redirect_url: 'https://acme.org/thanks', submitted_subject: true })
  await ada.post(`${form}/retire`)
  await ada.delete(`/keys/${made.json.id}`)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, {
    cookie: ada.cookie,
    viewport: { width: 390, height: 800 },
  })
  await page.screen('/settings/activity')
  const list = page.getByRole('list', { name: 'Activity' })
  const entries = list.getByRole('listitem')
  await list.getByText('Key revoked').waitFor()
  const [newest = '', retired = '', settings = '', byKey = ''] = await entries.allTextContents()
  assert.match(newest, /^Key revoked · CI <b>.*Firefox/)
  assert.match(retired, /^Form retired · Shop 25 f_\w{16}Firefox/)
  assert.match(settings, /^Settings changed · redirect URL and submitted subject · Shop 25 f_\w{16}Firefox/)
  assert.match(byKey, /^Settings changed · name · Shop 25 f_\w{16}Key “CI <b>”/)
  assert.ok((await entries.count()) < 27)
  await page.getByRole('button', { name: 'Load more' }).click()
  await list.getByText('Signed in').waitFor()
  assert.match((await entries.allTextContents()).at(-1) ?? '', /^Signed in · on the claim page.*Firefox/)
  await checkAppearances(page, 'the activity of an account', BOTH_THEMES)
})
