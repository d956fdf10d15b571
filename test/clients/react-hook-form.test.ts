import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { bundlePage } from '../support/browser/bundle-page.ts'
import { html, startSite } from '../support/browser/site.ts'
import { ownerWithFiles, PDF } from '../support/fixtures/files.ts'
import { startService } from '../support/service/service.ts'

const ENTRY = path.join(import.meta.dirname, 'pages/react-hook-form.js')
const skip =
  withoutBrowser ||
  (existsSync(path.join(import.meta.dirname, 'node_modules/react-hook-form'))
    ? false
    : 'npm run clients was not run')

test('React Hook Form sends files, and shows at their field why one is refused', { skip }, async () => {
  await using service = await startService()
  const { owner } = await ownerWithFiles(service)
  const query = `/?action=${encodeURIComponent(owner.endpoint.endpoint_url)}`
  await using site = await startSite({
    [query]: html('<script type="module" src="/page.js"></script>'),
    '/page.js': { type: 'text/javascript', body: await bundlePage(ENTRY) },
  })
  await using browser = await openBrowser(service, site.origin)
  const page = await (await browser.newContext()).newPage()
  await page.goto(site.origin + query)
  const send = async (...names: string[]) => {
    await page.fill('[name=message]', 'Hello')
    await page.setInputFiles(
      '[name=cv]',
      names.map((name) => ({ name, mimeType: '', buffer: PDF })),
    )
    await page.click('button')
  }
  await send('a.png')
  await page.getByRole('alert').filter({ hasText: 'but contains a file of the type pdf' }).waitFor()
  await send('a.pdf', 'b.pdf')
  await page.getByRole('status').waitFor()
  const [newest] = Object((await owner.get('/submissions')).json).data
  assert.deepEqual(newest.fields, [['message', 'Hello']])
  assert.deepEqual(
    newest.files.map((file: Record<string, unknown>) => [file.field, file.name]),
    [
      ['cv', 'a.pdf'],
      ['cv', 'b.pdf'],
    ],
  )
})
