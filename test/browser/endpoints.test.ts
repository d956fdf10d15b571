import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { codeIn, openBrowserFor, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const run = promisify(execFile)
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'

if (!withoutBrowser) await builtDashboard()

test('creates, tests, configures, views and retires an endpoint', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })

  await page.screen('/forms')
  await page.getByRole('listitem').first().waitFor()
  await page.getByRole('searchbox').fill('zebra')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('listitem').first().waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await page.getByLabel('Name').fill('Workshop')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Workshop', level: 1 }).waitFor()
  const id = /f_[0-9a-z]+/.exec(page.url())?.[0] ?? ''

  await page.getByRole('button', { name: 'Send a test submission' }).click()
  await page.getByText('Test submission sent').waitFor()
  // The test counts nowhere; a real submission does.
  await service.post(`/f/${id}`, { json: { message: 'real' } })
  await page.getByText('1 of 50').waitFor()
  // The browser's clock differs; the days are the service's.
  const today = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const chart = page.getByRole('slider', { name: 'Submissions per day' })
  assert.equal(
    await chart.getAttribute('aria-valuetext'),
    `${today.format(service.now())}, so far: 1 submissions`,
  )
  await chart.press('Home')
  await page.locator('[data-chart-tip]').getByText('Submissions').waitFor()
  await service.deliver()
  assert.equal((await service.emails()).at(-1)?.to?.[0]?.address, ADA)

  await page.getByRole('tab', { name: 'Settings' }).click()
  const general = page.getByRole('region', { name: 'General' })
  await page.fillList('Allowed sites', 'lovelace.dev')
  await general.getByRole('button', { name: 'Save' }).click()
  const sites = page.getByLabel('Allowed sites')
  await page.locator('textarea[aria-invalid="true"]').waitFor()
  assert.equal((await ada.get(`/endpoints/${id}`)).json.name, 'Workshop')
  await sites.fill('https://lovelace.dev')
  await page.fillList('Expected fields', ' email\n\nmessage ')
  // After a concurrent change, typed input is kept and nothing is overwritten silently.
  await page.changeBeforeSaving(() => ada.patch(`/endpoints/${id}`, { name: 'Workshop 2027' }))
  await general.getByRole('button', { name: 'Save' }).click()
  await page.getByText('These settings were changed elsewhere').waitFor()
  assert.equal(await sites.inputValue(), 'https://lovelace.dev')
  await general.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = Object((await ada.get(`/endpoints/${id}`)).json)
  assert.deepEqual(saved.settings.allowed_origins, ['https://lovelace.dev'])
  assert.deepEqual(saved.settings.expect, ['email', 'message'])
  assert.equal(saved.name, 'Workshop 2027', 'what another browser has changed stays')

  await page.getByRole('tab', { name: 'Snippets' }).click()
  await page.getByText(`action="${service.base}/f/${id}"`).waitFor()
  for (const kind of ['React', 'Hugo', 'curl', 'Agent prompt']) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    await page.locator('pre', { hasText: id }).first().waitFor()
  }

  await page.openSection('Retire or delete')
  await page.getByRole('button', { name: 'Retire the form' }).click()
  await page.getByLabel('Type Workshop 2027 to confirm').fill('Workshop')
  assert.ok(await page.getByRole('button', { name: 'Retire', exact: true }).isDisabled())
  await page.getByLabel('Type Workshop 2027 to confirm').fill('Workshop 2027')
  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  await page.getByText('The form is retired').waitFor()
  assert.equal((await service.post(`/f/${id}`, { form: { message: 'too late' } })).status, 410)
})

test('previews an email as it would be sent, with submitted content inert', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = ada.endpoint.form_id
  await service.submit(ada.endpoint, { name: HOSTILE, [HOSTILE.slice(0, 100)]: 'value', message: HOSTILE })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${id}?view=emails`)
  await page.frameLocator('iframe').getByText('onerror=').last().waitFor()
  await page.getByRole('term').filter({ hasText: 'Subject' }).waitFor()
  await page.getByLabel('Shown').click()
  await page.getByRole('option', { name: 'Plain text' }).click()
  await page.locator('pre', { hasText: 'onerror=' }).waitFor()
  const set = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('switch', { name: 'Email every submission' }).click()
  assert.equal((await set).status(), 200)
  await checkAppearances(page, 'an email as text', BOTH_THEMES)
})

test('creates a key after a fresh sign-in, shows it once, uses and revokes it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ minutes: 16 })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie, colorScheme: 'dark' })
  await page.screen('/settings/keys')
  await page.getByText('No keys yet').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Backup')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  // One dialog at a time is seen.
  await page.waitForFunction(() => {
    const opacities = [...document.querySelectorAll('[data-modal]')].map(
      (one) => getComputedStyle(one).opacity,
    )
    return opacities.join() === '0,1'
  })
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByText(ADA, { exact: true }).waitFor()
  const requested = page.waitForResponse((answer) => answer.url().endsWith('/step-up/confirm'))
  await page.confirmSignIn()
  assert.equal((await requested).status(), 200)
  const key = await page.getByLabel('Backup', { exact: true }).inputValue()
  assert.match(key, /^ak_/)
  const isSelected = () => document.getSelection()?.toString().startsWith('ak_')
  assert.ok(await page.waitForFunction(isSelected), 'ready to be copied')
  const { stdout } = await run('curl', [
    '-s',
    '-H',
    `Authorization: Bearer ${key}`,
    `${service.base}/api/v1/me`,
  ])
  assert.equal(JSON.parse(stdout).email, ADA)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Backup' }).waitFor()
  assert.ok(!(await page.content()).includes(key), 'the key is shown no more')
  await page.getByRole('button', { name: 'Revoke Backup' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Key revoked').waitFor()
  const refused = await service.get('/api/v1/me', { authorization: `Bearer ${key}` })
  assert.equal(refused.status, 401)
})

test('lists and ends sessions, exports and deletes the account', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const telephone = openBrowserFor(
    service,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  )
  await telephone.post('/sign-in', { email: ADA })
  await telephone.post('/sign-in/code', { code: await codeIn(service) })
  assert.equal(await telephone.mailbox(), ADA)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, {
    cookie: ada.cookie,
    viewport: { width: 320, height: 700 },
  })
  await page.screen('/settings/sessions')
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: /^Sign out Safari/ }).click()
  await page.getByText(/^Signed out/).waitFor()
  assert.equal(await telephone.mailbox(), null)

  await page.screen('/usage')
  await page.getByText('of 50').first().waitFor()
  await page.screen('/settings/account')
  await page.getByText('Total submissions').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export your data' }).click()
  assert.match((await download).suggestedFilename(), /\.json$/)
  await page.getByText('Exported', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await page.getByLabel(/Type .* to confirm/).fill(ADA)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.waitForURL(`${service.base}/`)
  assert.equal((await service.submit(ada.endpoint, { message: 'too late' })).status, 410)
})

test('continues an export across screens until it is cancelled', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  // Simulates a slow network: requests are held until the test ends.
  const requested: string[] = []
  await page.route('**/api/v1/account/export', (route) => {
    requested.push(route.request().url())
  })

  await page.screen('/settings/account')
  await page.getByRole('button', { name: 'Export your data' }).click()
  await page.getByText('Exporting').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Export your data' }).isDisabled())
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByText('No keys yet').waitFor()
  await page.checkScreen('an export under way')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Exporting').waitFor({ state: 'detached' })
  assert.equal(requested.length, 1)
  assert.equal(await page.getByText('Exported', { exact: true }).count(), 0)

  await page.getByRole('link', { name: 'Account' }).click()
  await page.unroute('**/api/v1/account/export')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export your data' }).click()
  assert.match((await download).suggestedFilename(), /\.json$/)
})
