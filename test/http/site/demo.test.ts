import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DEMONSTRATION_BYTES } from '../../../src/domain/submissions/demonstration.ts'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { HOSTILE } from '../../support/fixtures/hostile-texts.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const OURS = { 'sec-fetch-site': 'same-origin' }
const SCRIPT = { ...OURS, accept: 'application/json' }
const BROWSER = { ...OURS, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const GRACE = { name: 'Grace Hopper', email: 'grace@navy.mil', message: 'Do you have time in January?' }
const SPAM = {
  ...GRACE,
  message: 'Buy Viagra without prescription, discreet shipping: https://pills.top https://rx.click',
}

const send = (service: TestService, form: Record<string, string>, headers: Record<string, string> = SCRIPT) =>
  service.post('/demo', { form, headers })

/** Number of rows of each table. */
async function countRows(service: TestService): Promise<Record<string, unknown>> {
  const tables = await service.sql("select name from sqlite_master where type = 'table' order by name")
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await service.sql(`select count(*) as total from "${name}"`)
    counts[String(name)] = row?.total
  }
  return counts
}

test('shows what the inbox and the email of a message would be, and neither stores nor sends anything', async () => {
  await using service = await startService({ database: 'file' })
  const before = await countRows(service)
  const answer = await send(service, GRACE)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.json, {
    message: { folder: 'inbox', sender: 'Grace Hopper', words: 'Do you have time in January?' },
    email: { subject: 'New message from Grace Hopper · studio-nord.de', to: 'you@yourcompany.com' },
  })
  const email = await service.post('/demo/email', { form: GRACE, headers: OURS })
  assert.match(email.text, /grace@navy\.mil/)
  assert.match(email.text, /<base target="_blank">/)
  const page = await send(service, GRACE, BROWSER)
  assert.match(page.text, /<h1>Your message has arrived<\/h1>/)
  assert.match(page.text, /<iframe class="email" title="[^"]+" sandbox srcdoc="/)
  await service.deliver()
  assert.deepEqual(await countRows(service), before)
  assert.deepEqual(service.receivedEmails, [])
})

test('puts spam into the spam folder without an email, by words and by the honeypot', async () => {
  await using service = await startService()
  for (const form of [SPAM, { ...GRACE, _gotcha: 'x' }]) {
    const { json } = await send(service, form)
    assert.equal((json.message as { folder: string }).folder, 'spam')
    assert.equal(json.email, null)
    assert.equal((await service.post('/demo/email', { form, headers: OURS })).text, '')
    const page = await send(service, form, BROWSER)
    assert.match(page.text, /<h1>Your message looks like spam<\/h1>/)
    assert.doesNotMatch(page.text, /<iframe/)
  }
})

test('refuses in words what is empty, too large, of another type, or sent by a page of another site', async () => {
  await using service = await startService()
  const refused = async (answer: Promise<{ status: number; json: Record<string, unknown> }>) => {
    const { status, json } = await answer
    assert.ok(json.visitor_message, 'the page shows it')
    return [status, json.code]
  }
  const german = { ...SCRIPT, 'accept-language': 'de' }
  assert.deepEqual(await refused(send(service, {}, german)), [400, 'fields_missing'])
  assert.deepEqual(await refused(send(service, { message: ' ' }, german)), [400, 'fields_blank'])
  const largest = `message=${'x'.repeat(MAX_DEMONSTRATION_BYTES - 'message='.length)}`
  const asForm = { ...german, 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await service.post('/demo', { body: largest, headers: asForm })).status, 200)
  assert.deepEqual(await refused(service.post('/demo', { body: `${largest}x`, headers: asForm })), [
    413,
    'payload_too_large',
  ])
  const withFile = new FormData()
  withFile.set('message', 'hello')
  assert.deepEqual(await refused(service.post('/demo', { body: withFile, headers: german })), [
    415,
    'unsupported_media_type',
  ])
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://mallory.example' },
  ]
  for (const headers of elsewhere) {
    for (const path of ['/demo', '/demo/email']) {
      const answer = await service.post(path, { form: GRACE, headers: { accept: 'text/html', ...headers } })
      assert.equal(answer.status, 403, path)
      assert.doesNotMatch(answer.text, /Hopper/)
    }
  }
  const reloaded = await service.get('/demo?lang=de', BROWSER)
  assert.equal(reloaded.status, 302)
  assert.equal(reloaded.headers.get('location'), `${service.base}/?lang=de#demo`)
})

test('limits the requests of a client address, over both routes together', async () => {
  await using service = await startService()
  for (let sent = 0; sent < SUBMIT_BURST / 2; sent += 1) {
    assert.equal((await send(service, GRACE)).status, 200)
    assert.equal((await service.post('/demo/email', { form: GRACE, headers: OURS })).status, 200)
  }
  const refused = await send(service, GRACE, { ...SCRIPT, 'accept-language': 'en' })
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'submit_rate')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  service.pass({ minutes: 1 })
  assert.equal((await send(service, GRACE)).status, 200)
})

test('shows hostile texts as text, in a frame that nothing can run in', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  for (const hostile of HOSTILE) {
    const form = { name: hostile, email: hostile, message: hostile, [hostile]: hostile }
    const page = await send(service, form, BROWSER)
    if (page.status === 400) continue
    assert.equal(page.status, 200, page.text)
    assert.doesNotMatch(page.text.replaceAll(/srcdoc="[^"]*"/g, ''), /<(?:script|img|svg|iframe src)\b/i)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /script-src/)
    const email = await service.post('/demo/email', { form, headers: OURS })
    assert.match(email.headers.get('content-security-policy') ?? '', /default-src 'none'.*; sandbox$/)
    assert.doesNotMatch(email.text, /<(?:script|iframe|svg|form)\b/i)
  }
})

test('speaks the language of the front page, chosen by the browser or in its footer', async () => {
  await using service = await startService()
  const titles = new Set<string>()
  for (const language of LANGUAGES) {
    const page = await service.post(`/demo?lang=${language}`, { form: GRACE, headers: BROWSER })
    assert.match(page.text, new RegExp(`<html lang="${language}"`))
    titles.add(/<h1>([^<]+)</.exec(page.text)?.[1] ?? '')
    const home = await service.get(`/?lang=${language}`, BROWSER)
    assert.ok(home.text.includes(`action="${service.base}/demo?lang=${language}"`))
  }
  assert.equal(titles.size, LANGUAGES.length)
  const german = await send(service, GRACE, { ...BROWSER, 'accept-language': 'de-AT' })
  assert.match(german.text, /<html lang="de"/)
})
