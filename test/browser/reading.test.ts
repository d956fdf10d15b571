import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

const skip = withoutBrowser
/** Sum of the three parts of a color that is easy to read on white paper. */
const MAX_INK_BRIGHTNESS = 400
if (!skip) await builtDashboard()

const NINA = {
  name: 'Nina Weber',
  email: 'nina@studio-nord.de',
  phone: '+49 30 901820',
  website: 'https://studio-nord.de/work',
  city: 'القاهرة',
  agree: 'on',
  company: '',
  fax: '',
  referral: '',
  message: 'Please look at www.studio-nord.de.\nAnd at https://paypal.com@evil.example/login.',
  _gotcha: '',
  _page: '/contact',
}

async function newestId(owner: Owner): Promise<string> {
  const { data } = (await owner.get('/submissions')).json
  return (data as { id: string }[])[0]?.id ?? ''
}

test('reads a message: links, the body, facts beside their names, empty fields folded', {
  skip,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ minutes: 1 })
  await service.submit(ada.endpoint, NINA)
  const id = await newestId(ada)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.base })
  await page.screen(`/inbox/${id}`)
  const message = page.getByRole('tabpanel', { name: 'Message' })

  const site = message.getByRole('link', { name: 'https://studio-nord.de/work' })
  await site.waitFor()
  assert.equal(await site.getAttribute('href'), 'https://studio-nord.de/work')
  assert.equal(await site.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal(await site.getAttribute('target'), '_blank')
  assert.equal(
    await message.getByRole('link', { name: '+49 30 901820' }).getAttribute('href'),
    'tel:+4930901820',
  )
  await message.getByText('evil.example', { exact: true }).waitFor()

  assert.equal(await page.getByRole('article').getByText('Nina Weber').count(), 1)
  const address = page.getByRole('article').getByText('nina@studio-nord.de')
  assert.equal(await address.count(), 1)
  assert.equal(await address.getAttribute('href'), 'mailto:nina@studio-nord.de')
  assert.equal(await message.getByText('_page').count(), 0)
  assert.equal(await message.getByText('company').isVisible(), false)
  await message.getByText('3 empty fields').click()
  await message.getByText('company, fax, referral').waitFor()

  const term = await message.getByText('city', { exact: true }).boundingBox()
  const value = message.getByText('القاهرة')
  const [top, left] = await value.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { top, left } = range.getBoundingClientRect()
    return [top, left - element.getBoundingClientRect().left]
  })
  assert.ok(Math.abs((top ?? 0) - (term?.y ?? 0)) < 12, 'beside its label')
  assert.equal(left, 0, 'at the start of its column')
  assert.equal(await value.evaluate((element) => getComputedStyle(element).unicodeBidi), 'plaintext')

  await site.focus()
  await page.getByRole('button', { name: 'Copy website' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), NINA.website)
  await page.getByRole('button', { name: 'Copy message' }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), NINA.message)
  await page.checkScreen('an open message')

  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByText('"_page"').waitFor()
})

test('links nothing in a message before its endpoint is confirmed', { skip }, async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const form = await service.createEndpoint()
  service.pass({ minutes: 1 })
  await service.submit(form, NINA)
  await service.get(await service.linkIn('claim'))
  const id = await newestId(ada)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const answered = page.waitForResponse((response) => response.url().endsWith(`/endpoints/${form.form_id}`))
  await page.screen(`/inbox/${id}`)
  await answered
  await page.getByRole('tabpanel').getByText('https://studio-nord.de/work').waitFor()
  assert.equal(await page.getByRole('tabpanel').getByRole('link').count(), 0)
  assert.equal(await page.getByRole('article').getByRole('link', { name: NINA.email }).count(), 0)

  await ada.post(`/endpoints/${form.form_id}/confirm`)
  await page.reload()
  await page.getByRole('tabpanel').getByRole('link', { name: 'https://studio-nord.de/work' }).waitFor()
})

test('prints the message alone, in full', { skip }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  service.pass({ minutes: 1 })
  const long = Array.from({ length: 90 }, (_, line) => `Line ${line} of the message`).join('\n')
  await service.submit(ada.endpoint, { ...NINA, message: long })
  const id = await newestId(ada)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie, colorScheme: 'dark' })
  await page.screen(`/inbox/${id}`)
  await page.getByText('Line 0 of the message').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.getByText('Line 89 of the message').waitFor()
  for (const hidden of ['Archive', 'Reply', 'Copy website', 'Show less']) {
    assert.equal(await page.getByText(hidden, { exact: true }).filter({ visible: true }).count(), 0, hidden)
    assert.equal(await page.getByLabel(hidden, { exact: true }).filter({ visible: true }).count(), 0, hidden)
  }
  assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0)
  assert.equal(await page.getByRole('tablist').filter({ visible: true }).count(), 0)
  assert.equal(await page.getByRole('heading', { name: 'Nina Weber' }).isVisible(), true)
  assert.equal(
    await page
      .getByText(/ ago|just now/)
      .filter({ visible: true })
      .count(),
    0,
    'paper gets old',
  )
  const inks = await page.getByRole('article').evaluate((article) => {
    const elements = [...article.querySelectorAll('*')].filter((one) => one.checkVisibility())
    return [...new Set(elements.map((one) => getComputedStyle(one).color))]
  })
  const brightness = (ink: string) =>
    (ink.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
  assert.deepEqual(
    inks.filter((ink) => brightness(ink) > MAX_INK_BRIGHTNESS),
    [],
    'dark on white',
  )
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    'rgb(255, 255, 255)',
  )
  const article = await page.getByRole('article').boundingBox()
  assert.ok((article?.y ?? 99) < 40 && (article?.x ?? 99) < 40, 'at the top of the paper')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(height >= (article?.height ?? 0), 'not cut at the height of the window')
  assert.ok((article?.height ?? 0) > 1_500)
})
