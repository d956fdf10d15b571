import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { html, startSite } from '../support/browser/site.ts'
import { ADA, startService } from '../support/service/service.ts'

test('copies what is on a page with a button, which nobody sees without a script', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ mail: 'embedded' })
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ locale: 'de-DE' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.base })
  const page = await context.newPage()
  await page.goto(service.base)
  await page.getByLabel('Nachrichten senden an').fill(ADA)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/start$/)
  await page.getByText(ADA).waitFor()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Kopieren: Formular-URL' }).click()
  assert.equal(await copied(), page.url().replace(/\/start$/, ''))
  await page.getByRole('status').filter({ hasText: 'Kopiert' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Kopieren: In Ihre Seite einfügen' }).click()
  assert.match(await copied(), /^<form method="post"\n[\s\S]*<\/form>$/)
  for (const address of ['/mailbox', '/docs', '/']) {
    await page.goto(service.base + address)
    await page
      .getByRole('button', { name: /^(Copy|Kopieren): / })
      .first()
      .waitFor()
  }
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(service.base)
  assert.equal(await plain.getByRole('button', { name: /^Copy/ }).count(), 0)
})

test('copies from a frame that may not use the clipboard', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await using site = await startSite({
    '/': html(`<iframe src="${endpoint.endpoint_url}"></iframe><textarea></textarea>`),
  })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(site.origin)
  await page.frameLocator('iframe').getByRole('button', { name: 'Copy: HTML form' }).click()
  await page.getByRole('textbox').focus()
  await page.keyboard.press('Control+V')
  assert.match(await page.getByRole('textbox').inputValue(), /^<form method="post"/)
})
