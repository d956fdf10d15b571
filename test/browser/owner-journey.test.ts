import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { html, startSite } from '../support/browser/site.ts'
import { ADA, startService } from '../support/service/service.ts'

const run = promisify(execFile)
const FORM = `<label>Name <input name="name"></label><label>Email <input name="email" type="email"></label>
  <label>Message <textarea name="message"></textarea></label><button>Send</button>`

if (!withoutBrowser) await builtDashboard()

test('goes from the command on the landing page to a retired endpoint with exported submissions', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const pages: Record<string, { type: string; body: string }> = {}
  await using site = await startSite(pages)
  await using browser = await openBrowser(service, site.origin)
  const page = await openOwnerPage(browser, service)

  await page.goto(service.base)
  const command = (await page.locator('pre', { hasText: 'curl' }).first().textContent()) ?? ''
  const refused = JSON.parse((await run('sh', ['-c', `${command} -s`])).stdout)
  assert.equal(refused.code, 'recipient_placeholder')
  const mine = command.replace('you@yourdomain.com', ADA)
  const created = JSON.parse((await run('sh', ['-c', `${mine} -s`])).stdout)

  pages['/contact'] = html(`<form method="post" action="${created.endpoint_url}">${FORM}</form>`)
  await page.goto(`${site.origin}/contact`)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace+moth@navy.mil')
  await page.getByLabel('Message', { exact: true }).fill('A moth & a relay.\nSee page 92?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/r\/\w{58}$/)

  await page.goto(await service.linkIn('claim'))
  await page.getByRole('button', { name: 'Yes, it’s mine. Open my inbox' }).click()
  await page.waitForURL(`${service.base}/app/inbox`)
  await page.rows().first().getByText('Grace Hopper').click()
  await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  const reply = new URL((await page.getByRole('link', { name: 'Reply' }).getAttribute('href')) ?? '')
  assert.equal(reply.protocol, 'mailto:')
  assert.equal(decodeURIComponent(reply.pathname), 'grace+moth@navy.mil')
  assert.deepEqual([...reply.searchParams.keys()], ['subject', 'body'])
  assert.match(reply.searchParams.get('body') ?? '', /> A moth & a relay\.\r\n> See page 92\?/)
  await page.getByRole('tab', { name: 'Delivery' }).click()
  const email = page.getByRole('region', { name: `Email to ${ADA}` })
  await email.getByText('with the claim link').waitFor()
  await email
    .getByRole('listitem')
    .filter({ hasText: /^Accepted/ })
    .waitFor()

  await page.goto(`${site.origin}/contact`)
  await page.getByLabel('Message', { exact: true }).fill('A second one')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/r\/\w{58}$/)
  await service.deliver()
  const second = (await service.emails()).at(-1)?.text ?? ''
  await page.goto(/Open in dashboard:\s+(http\S+)/.exec(second)?.[1] ?? '')
  await page.locator('article').getByText('A second one').waitFor()

  await page
    .locator('article')
    .getByRole('link', { name: new URL(site.origin).host })
    .click()
  await page.getByText('Counted since you claimed it.').waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Contact')
  await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await page.openSection('Retire or delete')
  await page.getByRole('button', { name: 'Retire the form' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Contact')
  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  await page.getByText('The form is retired').waitFor()

  await page.goto(`${site.origin}/contact`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { level: 1, name: 'This form has been turned off' }).waitFor()

  await page.screen('/inbox')
  await page.rows().nth(1).getByText('Contact', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /\.csv$/)
  const [head, ...rows] = (await text(await file.createReadStream())).split(/\r\n(?=")/)
  assert.equal(head, '"id","endpoint","received_at","folder","name","email","message"')
  assert.equal(rows.length, 2)
  const first = rows.find((row) => row.includes('moth')) ?? ''
  assert.match(first, new RegExp(`^"sub_[0-9a-z]+","${created.form_id}","2026-11-10T09:[0-9:.]+Z","inbox"`))
  assert.ok(
    first.includes(',"Grace Hopper","grace+moth@navy.mil","A moth & a relay.\r\nSee page 92?"'),
    first,
  )
})
