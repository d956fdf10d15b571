import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_THEMES_AND_SIZES, checkAppearances } from '../support/browser/axe.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openAdasPage } from '../support/browser/owner-page.ts'
import type { Owner } from '../support/fixtures/owner.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner sets how emails come, sees each problem at its field and the preview before saving, and finds all of it kept', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { service, ada, page } = opened
  await service.submit(ada.endpoint, { name: 'Grace Hopper', topic: 'Moths', message: 'Hello Ada' })
  const screen = `/forms/${ada.endpoint.form_id}?view=emails`
  await page.screen(screen)
  const settings = page.getByRole('region', { name: 'Delivery and format' })
  const preview = page.getByRole('region', { name: 'Preview' })
  const field = (name: string) => settings.getByLabel(name, { exact: true })
  const save = settings.getByRole('button', { name: 'Save' })
  const before = await getEmail(ada)

  await settings.getByRole('switch', { name: 'Quiet hours' }).click()
  await field('From').fill('21:30')
  await field('Until').fill('21:30')
  await field('Time zone').fill('Mars/Olympus')
  await field('Sender name').fill('security@bank.example')
  await field('Subject').fill('[{form}] {topic')
  await save.click()
  await haveErrors(page, {
    Until: 'Enter a time other than the start.',
    'Time zone': 'Enter a time zone, such as Europe/Berlin.',
    'Sender name': 'Leave out @, ://, quotation marks and angle brackets.',
    Subject: 'Close each { with a } after the name of a field, such as {topic}.',
  })
  await preview.getByText('New message from your form', { exact: true }).waitFor()
  assert.deepEqual(await getEmail(ada), before, 'nothing is saved')
  await checkAppearances(page, 'delivery and format, with errors', ALL_THEMES_AND_SIZES)

  await field('Until').fill('07:00')
  await field('Time zone').fill('Europe/Berlin')
  await field('Sender name').fill('Studio Nord')
  await field('Subject').fill('[{form}] {topic} by {name}')
  await preview.getByText('Studio Nord <emails@formslot.dev>').waitFor()
  await preview.getByText('Moths by Grace Hopper', { exact: true }).waitFor()
  await preview.locator('iframe').waitFor()
  await settings.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Plain text only' }).click()
  await preview.locator('pre', { hasText: 'Hello Ada' }).waitFor()
  assert.deepEqual(await getEmail(ada), before, 'a preview saves nothing')
  await save.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const text = { sender_name: 'Studio Nord', subject: '[{form}] {topic} by {name}', format: 'text' }
  const quiet = { quiet_hours: { from: '21:30', to: '07:00' }, time_zone: 'Europe/Berlin' }
  assert.deepEqual(await getEmail(ada), { ...before, ...text, ...quiet })

  await settings.getByRole('radio', { name: 'Once a day' }).check()
  await field('Time').fill('06:45')
  const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await save.click()
  assert.equal((await changed).status(), 200)
  assert.deepEqual(await getEmail(ada), { ...before, ...text, ...quiet, mode: 'daily', daily_at: '06:45' })

  await page.screen(screen)
  assert.ok(await settings.getByRole('radio', { name: 'Once a day' }).isChecked())
  const kept = ['Time', 'Time zone', 'Sender name', 'Subject'].map((name) => field(name).inputValue())
  assert.deepEqual(await Promise.all(kept), ['06:45', 'Europe/Berlin', 'Studio Nord', text.subject])
  await settings.getByRole('combobox', { name: 'Format' }).getByText('Plain text only').waitFor()
  await preview.getByText('Moths by Grace Hopper', { exact: true }).waitFor()
  await preview.locator('pre', { hasText: 'Hello Ada' }).waitFor()
})

test('an owner previews the email of several submissions and the weekly email about spam, and turns the latter off', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}?view=emails`)
  const preview = page.getByRole('region', { name: 'Preview' })
  const choose = async (name: string) => {
    await preview.getByRole('combobox', { name: 'Email' }).click()
    await page.getByRole('option', { name }).click()
  }
  await choose('Several submissions')
  await preview.getByText('1 new message', { exact: true }).waitFor()
  await choose('Weekly spam email')
  await preview.getByText('1 message in your spam folder', { exact: true }).waitFor()
  await preview.frameLocator('iframe').getByText('Marketing Team: We can put your website').waitFor()
  await checkAppearances(page, 'preview of the weekly email', ALL_THEMES_AND_SIZES)
  await preview.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('switch', { name: 'Weekly email about your spam folder' }).click()
  await page.getByRole('switch', { checked: false }).waitFor()
  await page.waitForFunction(async () => {
    const response = await fetch('/api/v1/account')
    return (await response.json()).spam_digest === false
  })
})

test('the owner chooses the language of emails, and the preview follows', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}?view=emails`)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await page.getByText('Neue Nachricht von Ihrem Formular').first().waitFor()
  assert.equal((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.language, 'de')
})

/** Fails if one of these fields does not have this error as its description. */
async function haveErrors(page: OwnerPage, errors: Record<string, string>): Promise<void> {
  for (const [name, error] of Object.entries(errors)) {
    const field = page.getByLabel(name, { exact: true })
    await page.getByText(error, { exact: true }).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true', name)
    const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()))
    assert.ok(texts.includes(error), `${name}: ${texts}`)
  }
}

async function getEmail(ada: Owner): Promise<Record<string, unknown>> {
  const { settings } = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
  return (settings as { email: Record<string, unknown> }).email
}
