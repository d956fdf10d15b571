import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_SCRIPT } from '../../src/snippets/form-script-version.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { html, startSite } from '../support/browser/site.ts'
import { openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the hash of the script is the one that the page of the documentation names', async () => {
  await using service = await startService()
  const guide = await openGuide('form-script.md', service.base)
  const commands = guide.commands()
  assert.equal(commands.length, 1)
  const hash = (await guide.shell(commands[0] ?? '')).trim()
  assert.equal(`sha384-${hash}`, FORM_SCRIPT.integrity)
  const [, , , pinned = ''] = guide.blocks('html')
  assert.ok(pinned.includes(`/${FORM_SCRIPT.file}" integrity="${FORM_SCRIPT.integrity}"`), pinned)
})

test('the forms and scripts of the page about form.js work', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  const guide = await openGuide('form-script.md', service.base)
  const here = (code: string) =>
    code.replaceAll('ENDPOINT_URL', endpoint_url).replaceAll('http://127.0.0.1:8080', service.base)
  const [form = '', spanish = '', fileInput = '', pinned = '', copied = ''] = guide.blocks('html').map(here)
  const [script = ''] = guide.blocks('js')
  await using site = await startSite({
    '/': html(form),
    '/es': html(spanish + pinned),
    '/copy': html(spanish + copied),
    '/form.1.js': { type: 'text/javascript', body: (await service.get('/form.1.js')).text },
    '/files': html(form.replace('<button>', `${fileInput}<button>`)),
    '/own': html(`${form}<script>${script}</script>`),
  })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const send = async (path: string) => {
    await page.goto(site.origin + path)
    await page.locator('[name=email]').fill('jane@acme.org')
    await page.locator('[name=message]').fill(`from ${path}`)
    await page.getByRole('button', { name: /^(Send|Enviar)$/ }).click()
  }
  await send('/')
  await page.getByRole('status').filter({ hasText: 'Your message has been sent.' }).waitFor()
  for (const path of ['/es', '/copy']) {
    await send(path)
    await page.getByRole('status').filter({ hasText: 'Tu mensaje ha sido enviado' }).waitFor()
  }
  await page.goto(`${site.origin}/files`)
  const chosen = ['a.png', 'b.exe'].map((name) => ({ name, mimeType: '', buffer: Buffer.from('x') }))
  await page.locator('[name=attachment]').setInputFiles(chosen)
  await page.locator('[name=email]').fill('jane@acme.org')
  await page.locator('[name=message]').fill('with a program')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').filter({ hasText: 'aren’t accepted: \u2068b.exe' }).waitFor()
  const told = page.waitForEvent('console')
  await send('/own')
  assert.match((await told).text(), /^sub_/)
})
