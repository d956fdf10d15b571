import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { bundlePage } from '../support/browser/bundle-page.ts'
import { html, startSite } from '../support/browser/site.ts'
import { startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const ENTRY = path.join(import.meta.dirname, 'pages/vendor-clients.js')
const MESSAGE = 'Your submission has been received.'

test("the vendors' own clients submit from a page of another site with only their host changed", {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { form_id } = await service.createEndpoint()
  await using site = await startSite({
    [`/?base=${encodeURIComponent(service.base)}&form=${form_id}`]: html(
      '<script type="module" src="/clients.js"></script>',
    ),
    '/clients.js': { type: 'text/javascript', body: await bundlePage(ENTRY) },
  })
  await using browser = await openBrowser(service, site.origin)
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${site.origin}/?base=${encodeURIComponent(service.base)}&form=${form_id}`)
  const read = () => page.evaluate(() => Reflect.get(window, 'results') as Record<string, unknown[]>)
  await until(async () => Object.keys(await read()).length === 9)

  const tooLong = 'This entry is longer than 64 KiB.'
  assert.deepEqual(await read(), {
    web3forms: ['success', MESSAGE],
    'web3forms refused': ['error', tooLong],
    formcarry: ['success', MESSAGE],
    'formcarry refused': ['error', { message: { message: tooLong } }],
    formspark: ['success', true],
    'formspark refused': ['error', 400, 'field_invalid'],
    forminit: ['success'],
    'forminit refused': ['error', tooLong],
    'forminit blocks': ['success'],
  })
  const rows = await service.sql('select fields from submissions')
  const stored = rows.map(({ fields }) => Object.fromEntries(JSON.parse(String(fields))))
  const sorted = stored.map((fields) => JSON.stringify(fields)).sort()
  assert.deepEqual(
    sorted,
    [
      {
        _access_key: form_id,
        _from_name: 'Acme',
        subject: 'New contact',
        name: 'Jane',
        email: 'jane@acme.org',
        message: 'Hello',
      },
      { client: 'formcarry', email: 'jane@acme.org', message: 'Hello' },
      { message: 'Hello', '_email.subject': 'Contact' },
      { 'fi-sender-email': 'jane@acme.org', 'fi-text-message': 'Hello' },
      {
        blocks: [{ type: 'sender', properties: { email: 'jane@acme.org' } }],
      },
    ]
      .map((fields) => JSON.stringify(fields))
      .sort(),
  )
})
