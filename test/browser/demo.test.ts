import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { watchForInjection } from '../support/fixtures/hostile-texts.ts'
import { startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('a message typed on the front page arrives in the inbox beside it with its email, by keyboard, and is told', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const nothingRan = await watchForInjection(page)
  await page.goto(service.base)
  const demo = page.locator('section.demo')
  const rows = demo.getByRole('listitem')
  assert.equal(await rows.count(), 2)
  await demo.getByLabel('Name', { exact: true }).fill('Ada <b>Lovelace</b>')
  await demo.getByLabel('Message').fill('Is the engine <img src=x onerror=alert(1)> ready?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await rows.nth(2).waitFor()
  assert.match((await rows.first().textContent()) ?? '', /Ada <b>Lovelace<\/b>.*Is the engine <img src=x/)
  const frame = demo.frameLocator('iframe')
  await frame.getByText('Is the engine <img src=x onerror=alert(1)> ready?').last().waitFor()
  assert.equal(await demo.locator('iframe').getAttribute('sandbox'), '')
  assert.match((await demo.getByRole('status').textContent()) ?? '', /in the inbox, followed by its email/)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Send')
  assert.equal(await demo.getByLabel('Message').inputValue(), '')
  await frame.getByRole('link').first().click()
  await frame.getByText('Ada <b>Lovelace</b>').first().waitFor()

  await demo.getByLabel('Message').fill('Buy Viagra without prescription: https://pills.top https://rx.click')
  await demo.getByRole('button', { name: 'Send' }).click()
  await demo.getByText('It goes to the spam folder').waitFor()
  assert.equal(await demo.locator('iframe').count(), 0)
  assert.equal(await rows.count(), 3, 'the oldest makes room')
  await checkAppearances(page, 'demonstration after spam', BOTH_THEMES)

  await nothingRan('the demonstration')
  await page.goBack()
  assert.equal(page.url(), 'about:blank', 'the emails added no entries to the history')
})

test('the demonstration keeps what was typed and says so where the server cannot be reached or refuses', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '1' } })
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(service.base)
  const demo = page.locator('section.demo')
  const send = async (text: string) => {
    await demo.getByLabel('Nachricht').fill(text)
    await demo.getByRole('button', { name: 'Senden' }).click()
  }
  await context.setOffline(true)
  await send('eins')
  await demo.locator('.problem').getByText('nicht erreichbar').waitFor()
  assert.equal(await demo.getByLabel('Nachricht').inputValue(), 'eins')
  await context.setOffline(false)
  for (let sent = 0; sent < 20; sent += 1) {
    await service.post('/demo', { form: { message: 'hello' } })
  }
  await send('zwei')
  await demo.locator('.problem').getByText('Bitte versuchen Sie es').waitFor()
  assert.equal(await demo.getByLabel('Nachricht').inputValue(), 'zwei')
})

test('the form that creates an endpoint stays in view above the demonstration, which leads back to it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    await page.goto(service.base)
    const create = await page.getByRole('button', { name: 'Create my form' }).boundingBox()
    const demo = await page.locator('section.demo').boundingBox()
    assert.ok(create && demo && create.y + create.height <= viewport.height && create.y < demo.y)
    await page.locator('section.demo').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: 'Create a form like this' }).click()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width)
    const recipient = await page.getByLabel('Send messages to').boundingBox()
    assert.ok(recipient && recipient.y >= 0 && recipient.y < viewport.height)
  }
})
