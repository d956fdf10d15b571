import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import { ALL_THEMES_AND_SIZES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { createCalls, FROM_HERE, signIn } from '../support/fixtures/owner.ts'
import { createQueue } from '../support/fixtures/queue.ts'
import { ADA, startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

if (!withoutBrowser) await builtDashboard()

test('the dashboard says that emails were stopped by a link, and turns them back on', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'one' })
  await service.post(await service.linkIn('emails'), { form: { 'List-Unsubscribe': 'One-Click' } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const { form_id } = ada.endpoint
  await page.screen(`/forms/${form_id}`)
  await page.getByText('Emails are off.').waitFor()
  await page.getByRole('button', { name: 'Turn emails back on' }).click()
  await page.getByText('Emails are off.').waitFor({ state: 'detached' })
  const shown = await ada.get(`/endpoints/${form_id}`)
  assert.equal(Object(shown.json.settings).email_notifications, true)
})

test('while the mail server is away, a banner says since when, delayed messages are marked, and both go when it is back', {
  skip: withoutBrowser,
}, async () => {
  await using server = await startSmtpFaultServer()
  await using service = await startService({ mail: server })
  const ada = await signIn(service)
  const delayedSince = async () => (await ada.get('/me')).json.emails_delayed_since
  await server.close()
  await service.submit(ada.endpoint, { name: 'Grace', message: 'are you there' })
  const began = service.now()
  await service.deliver()
  assert.equal(await delayedSince(), null, 'not before a minute')
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.install()
  await page.screen('/inbox')
  await page.getByText('Delivery delayed').waitFor()
  service.pass({ minutes: 1 })
  assert.equal(await delayedSince(), began.toISOString())
  assert.match(await service.service.metrics.render(), /^formslot_channel_unreachable\{channel="email"\} 1$/m)

  const banner = page.getByText(/^Emails have been delayed since .+\. Submissions are safe here\.$/)
  await page.clock.fastForward('01:00')
  await banner.waitFor()
  // Nobody has tried to send this one yet.
  await service.submit(ada.endpoint, { name: 'Alan', message: 'and you' })
  await page.reload()
  await page.getByText('Delivery delayed').nth(1).waitFor()
  await checkAppearances(page, 'an inbox while the mail server is away', ALL_THEMES_AND_SIZES)

  await using _ = await startSmtpFaultServer({ port: server.port })
  await service.deliver()
  assert.equal(await delayedSince(), null)
  await page.clock.fastForward('00:31')
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Grace').first().waitFor()
  assert.equal(await page.getByText('Delivery delayed').count(), 0)
})

test('the account screen turns the weekly email about the spam folder off and on, by keyboard too', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen('/account')
  const toggle = page.getByRole('switch', { name: 'Weekly email about your spam folder' })
  const isOn = async () => (await ada.get('/account')).json.spam_digest
  assert.equal(await toggle.getAttribute('aria-checked'), 'true')
  await toggle.click()
  await until(async () => (await isOn()) === false)
  await page.reload()
  await until(async () => (await toggle.getAttribute('aria-checked')) === 'false')
  await toggle.focus()
  await page.keyboard.press('Space')
  await until(async () => (await isOn()) === true)
  await page.screen('/settings/activity')
  await page.getByText('weekly email about the spam folder').first().waitFor()
})

test('the settings of a form say which destination stopped its emails, and offer only to remove it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const form = `/endpoints/${ada.endpoint.form_id}`
  for (const email of ['sales@lovelace.dev', 'grace@navy.mil']) {
    assert.equal((await ada.post(`${form}/destinations`, { email })).status, 201)
    const link = await service.linkIn('destination')
    await service.post(link, { headers: FROM_HERE })
    if (email.startsWith('sales'))
      await service.post(`${link}/stop`, { form: { 'List-Unsubscribe': 'One-Click' } })
  }
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/delivery`)
  const row = page.getByRole('listitem').filter({ hasText: 'sales@lovelace.dev' })
  await row.getByText('Stopped').waitFor()
  await row.getByText('Only this address can turn them back on.').waitFor()
  assert.deepEqual(await row.getByRole('button').allTextContents(), ['Remove'])
  const other = page.getByRole('listitem').filter({ hasText: 'grace@navy.mil' })
  assert.equal(await other.getByText('Confirmed').count(), 1)
})

test('the dashboard says while no mail server is set up that emails are not sent', {
  skip: withoutBrowser,
}, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const dataDir = folder.path
  const sending = await startService({ dataDir })
  const { cookie, ...ada } = await signIn(sending)
  assert.equal((await ada.get('/me')).json.emails_kept, false)
  await sending.close()
  await using service = await startService({ dataDir, mail: 'embedded' })
  const { emails_kept, mailbox_url } = (await createCalls(service, { cookie }).get('/me')).json
  assert.equal(emails_kept, true)
  assert.equal(mailbox_url, `${service.base}/mailbox`)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie })
  await page.screen('/inbox')
  await page.getByText('Emails are kept on this server and not sent.').waitFor()
  await page.getByRole('link', { name: 'Read them' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mailbox' }).waitFor()
})

test('the dashboard names the command for emails where the mailbox is not served, as in a container', {
  skip: withoutBrowser,
}, async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const dataDir = folder.path
  const sending = await startService({ dataDir })
  const { cookie } = await signIn(sending)
  await sending.close()
  const adjust = (config: Config) => ({ ...config, mailboxIsServed: false })
  await using service = await startService({ dataDir, mail: 'embedded', adjust })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie })
  await page.screen('/inbox')
  const banner = page.getByRole('complementary', { name: 'Emails are not sent' })
  await banner.getByText('formslot-server mailbox').waitFor()
  assert.equal(await banner.getByRole('link').count(), 0)
})

test('the dashboard says so of a queue and a telemetry endpoint too', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createQueue(service)
  await queue.publish('the first')
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  await service.post(`/t/${made.json.telemetry_id}`, { json: { name: 'signup' } })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await service.deliver()
  const emails = await service.emails()
  for (const path of [`/queues/${queue.id}`, `/telemetry/${made.json.telemetry_id}`]) {
    const id = path.split('/').at(-1) ?? ''
    const text = emails.find((email) => email.text?.includes(id))?.text ?? ''
    const linkTo = (name: string) => new RegExp(`${service.base}/${name}/[0-9a-z]+`).exec(text)?.[0] ?? ''
    await service.post(linkTo('claim'), { headers: FROM_HERE })
    assert.equal((await ada.get(path)).json.email_notifications, true)
    await service.post(linkTo('disown'), { form: { 'List-Unsubscribe': 'One-Click' } })
    assert.equal((await ada.get(path)).json.email_notifications, false)
    await page.screen(path)
    await page.getByText('Emails are off.').waitFor()
    await page.getByRole('button', { name: 'Turn emails back on' }).click()
    await page.getByText('Emails are off.').waitFor({ state: 'detached' })
    assert.equal((await ada.get(path)).json.email_notifications, true)
  }
})

test('the owner chooses the language of emails about a queue and a telemetry endpoint', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  for (const kind of ['queues', 'telemetry']) {
    const path = `/${kind}/${(await ada.post(`/${kind}`, {})).json.id}`
    await page.screen(`${path}?view=settings`)
    const language = page.getByRole('combobox', { name: 'Language' })
    await language.click()
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.getByRole('option', { name: 'English', exact: true }).click()
    assert.equal((await changed).status(), 200)
    assert.equal((await ada.get(path)).json.language, 'en', 'English can be chosen where none was known')
    await language.getByText('English', { exact: true }).waitFor()
    await language.click()
    const again = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.getByRole('option', { name: '日本語' }).click()
    assert.equal((await again).status(), 200)
    assert.equal((await ada.get(path)).json.language, 'ja')
    await page.checkScreen(`the language of ${kind}`)
  }
})
