import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { html, startSite } from '../support/browser/site.ts'
import { openGuide } from '../support/docs/guide.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'

const WIDGET = path.join(import.meta.dirname, 'node_modules/altcha/dist')
const SCRIPT = { type: 'text/javascript; charset=utf-8' }
const skip = withoutBrowser || (existsSync(WIDGET) ? false : 'npm run clients was not run')

/** Starts the page of another origin with the form of the guide, the bundle of the widget, and no policy. */
async function startGuidePage(_service: TestService, formUrl: string) {
  const guide = await openGuide('spam.md', '')
  const [body = ''] = guide.blocks('html').filter((block) => block.includes('altcha-widget'))
  return startSite({
    '/': html(body.replaceAll('ENDPOINT_URL', formUrl)),
    '/altcha.js': { ...SCRIPT, body: await readFile(path.join(WIDGET, 'main/altcha.min.js'), 'utf8') },
  })
}

/** Starts the page of another origin with a form and the widget, under a policy without any `unsafe-`. */
async function startStrictPage(service: TestService, formUrl: string) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "img-src 'self'",
    `connect-src ${service.base}`,
    `form-action ${service.base}`,
    "base-uri 'none'",
  ].join('; ')
  const file = (name: string) => readFile(path.join(WIDGET, name), 'utf8')
  return startSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><title>Contact</title>
<meta http-equiv="content-security-policy" content="${policy}">
<link rel="stylesheet" href="/altcha.css">
<script type="module" src="/page.js"></script></head>
<body><form method="post" action="${formUrl}">
<label>Message <textarea name="message" required></textarea></label>
<altcha-widget challenge="${formUrl}/challenge" auto="onsubmit"></altcha-widget>
<button>Send</button>
</form></body></html>`,
    },
    '/page.js': {
      ...SCRIPT,
      body: `import '/altcha.js'
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker('/pbkdf2.js'))`,
    },
    '/altcha.js': { ...SCRIPT, body: await file('external/altcha.min.js') },
    '/pbkdf2.js': { ...SCRIPT, body: await file('workers/pbkdf2.js') },
    '/altcha.css': { type: 'text/css', body: await file('external/altcha.css') },
  })
}

type Sending = { script: 'on' | 'off'; message: string; startPage?: typeof startStrictPage }

/** Opens the page in a browser, fills the form in and sends it. Returns the text of the page that follows. */
async function send(
  service: TestService,
  formUrl: string,
  { script, message, startPage = startStrictPage }: Sending,
): Promise<string> {
  await using site = await startPage(service, formUrl)
  await using browser = await openBrowser(service, site.origin)
  const context = await browser.newContext({ javaScriptEnabled: script === 'on' })
  const page = await context.newPage()
  await page.goto(`${site.origin}/`)
  if (script === 'on') await page.locator('altcha-widget input[type=checkbox]').waitFor()
  await page.getByLabel('Message').fill(message)
  await Promise.all([
    page.waitForURL(`${service.base}/**`),
    page.getByRole('button', { name: 'Send' }).click(),
  ])
  const text = await page.locator('main, body').first().innerText()
  await context.close()
  return text
}

describe('the widget of ALTCHA on a page of another origin, under a strict policy', { skip }, () => {
  test('solves the challenge of a form that requires one; a browser without scripts is told why it is refused', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const { form_id: id, endpoint_url: url } = ada.endpoint
    await ada.patch(`/endpoints/${id}`, { challenge: 'required' })
    assert.match(await send(service, url, { script: 'on', message: 'from the widget' }), /Thank you|sent/i)
    assert.match(await send(service, url, { script: 'off', message: 'without a script' }), /JavaScript/)
    const guided = { script: 'on', message: 'from the page of the guide', startPage: startGuidePage } as const
    assert.match(await send(service, url, guided), /Thank you|sent/i)
    const { data } = (await ada.get('/submissions')).json as { data: { fields: [string, string][] }[] }
    assert.deepEqual(
      data.map(({ fields }) => fields),
      [
        [['message', 'from the page of the guide']],
        [['message', 'from the widget']],
        [['message', 'the first']],
      ],
    )
  })

  test('a form that scores it accepts browsers with and without scripts', async () => {
    await using service = await startService()
    const ada = await signIn(service)
    const { form_id: id, endpoint_url: url } = ada.endpoint
    await ada.patch(`/endpoints/${id}`, { challenge: 'score' })
    for (const script of ['on', 'off'] as const) {
      const message = `Do you build engines? Scripts are ${script}.`
      assert.match(await send(service, url, { script, message }), /Thank you|sent/i)
    }
    const { data } = (await ada.get('/submissions')).json as { data: { fields: [string, string][] }[] }
    assert.equal(data.length, 3)
    assert.ok(data.every(({ fields }) => fields.every(([name]) => name === 'message')))
  })
})
