import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNCLAIMED_CAP } from '../../../src/domain/endpoints/kinds/form.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { aboutTheFile } from '../../support/postgres/test-database.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

/** Headers that a browser sends with a form of this service. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'same-origin' }
const GERMAN = { ...BROWSER, 'accept-language': 'de' }

const press = (service: TestService, form: Record<string, string>, headers = {}) =>
  service.post('/new', { form, headers: { ...BROWSER, ...headers } })

/** The idempotency key in the form on this page. */
function idempotencyKeyIn(page: string): string {
  return /name="idempotency_key" value="([0-9a-z]+)"/.exec(page)?.[1] ?? ''
}

test('creates an endpoint from the landing page and shows everything needed next', async () => {
  await using service = await startService()
  const home = await service.get('/', BROWSER)
  assert.match(home.text, new RegExp(`<form [^>]*method="post" action="${service.base}/new"`))
  assert.ok(home.text.includes(`curl ${service.base}/new`))
  for (const to of ['/docs', '/llms.txt', '/openapi.json', '/sign-in']) {
    assert.ok(home.text.includes(`href="${service.base}${to}"`), to)
  }
  const created = await press(service, { recipient: ADA, idempotency_key: idempotencyKeyIn(home.text) })
  assert.equal(created.status, 303)
  const start = created.headers.get('location') ?? ''
  assert.match(start, new RegExp(`^${service.base}/f/f_[0-9a-z]{16}/start$`))
  const page = await service.get(start, BROWSER)
  const endpointUrl = start.slice(0, -'/start'.length)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('x-robots-tag'), 'noindex')
  for (const needed of [
    `<code>${endpointUrl}</code>`,
    `action=&quot;${endpointUrl}&quot;&gt;`,
    `curl ${endpointUrl} -d`,
    `<form method="post" action="${endpointUrl}">`,
    'a***@l***.dev',
    `${UNCLAIMED_CAP} messages`,
  ]) {
    assert.ok(page.text.replaceAll('<wbr>', '').includes(needed), needed)
  }
  assert.ok(!page.text.includes(ADA), 'everybody who has the address may read it')

  // Its form sends the first submission like any other form.
  const tried = await service.post(endpointUrl, { form: { message: 'a try', _gotcha: '' }, headers: BROWSER })
  assert.match(tried.headers.get('location') ?? '', /\/r\/\w{58}$/)
  assert.match(await service.linkIn('claim'), /\/claim\//)
})

test('shows the product, all kinds and how to run it, with an icon and a preview for links', async () => {
  await using service = await startService()
  const { base } = service
  const home = await service.get('/', BROWSER)
  assert.match(home.text, /<div class="product" role="img" aria-label="[^"]+">/)
  for (const needed of ['POST /new', 'POST /t/new', 'POST /q/new', 'npm ci\nnpm start', `curl ${base}/new`]) {
    assert.ok(home.text.replaceAll('<wbr>', '').includes(`${needed}`), needed)
  }
  assert.match(home.text, /<meta name="description" content="Enter your email, [^"]+">/)
  const files: [string, string][] = [
    [`rel="icon" href="${base}/icon.svg"`, 'image/svg+xml'],
    [`rel="apple-touch-icon" href="${base}/icon.png"`, 'image/png'],
    [`property="og:image" content="${base}/preview.png"`, 'image/png'],
    [`rel="manifest" href="${base}/manifest.webmanifest"`, 'application/manifest+json'],
  ]
  for (const [link, type] of files) {
    assert.ok(home.text.includes(link), link)
    const file = await service.get(new URL(link.slice(0, -1).split('"').at(-1) ?? '').pathname)
    assert.equal(file.status, 200, link)
    assert.equal(file.headers.get('content-type')?.split(';')[0], type)
  }
  const manifest = (await service.get('/manifest.webmanifest')).text
  for (const { src } of JSON.parse(manifest).icons) assert.equal((await service.get(src)).status, 200, src)
})

test('shows an example to copy that has the honeypot, and leads from each kind to its guide', async () => {
  await using service = await startService()
  const { text } = await service.get('/', BROWSER)
  const example =
    /<figure class="snippet">(?:(?!<\/figure>)[\s\S])*_gotcha(?:(?!<\/figure>)[\s\S])*&lt;button&gt;[\s\S]*?<\/figure>/.exec(
      text,
    )
  assert.match(example?.[0] ?? '', /<button class="copy"/)
  for (const guide of ['forms', 'telemetry', 'queues'])
    assert.ok(text.includes(`href="${service.base}/docs/${guide}"`), guide)
})

test('speaks of the first message in the past once it has arrived', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const read = async () => (await service.get(`${endpoint.endpoint_url}/start`, BROWSER)).text
  const before = await read()
  assert.match(before, /Send yourself a first message\. It comes with your claim link\./)
  assert.match(before, /Your first message includes a claim link/)
  await service.submit(endpoint, { message: 'hello' })
  const after = await read()
  assert.match(after, /Send another test message/)
  assert.match(after, /The email about your first message carries your claim link\./)
  assert.doesNotMatch(after, /Send yourself a first|Your first message includes/)
})

test('links to the dashboard instead of the sign-in for an owner who is signed in', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const links = async (address: string, cookie: string) =>
    [
      ...(await service.get(address, { ...BROWSER, cookie })).text.matchAll(/href="[^"]*\/(app|sign-in)"/g),
    ].map(([, to]) => to)
  for (const address of ['/', `/f/${ada.endpoint.form_id}/start`]) {
    assert.deepEqual(await links(address, ada.cookie), ['app', 'app'], address)
    assert.deepEqual(await links(address, ''), ['sign-in', 'sign-in'], address)
    assert.deepEqual(await links(address, `session=${'x'.repeat(43)}`), ['sign-in', 'sign-in'], address)
  }
})

test('shows the full recipient once, to the browser that typed it', async () => {
  await using service = await startService()
  const created = await press(service, { recipient: ` ${ADA} ` }, { 'accept-language': 'de' })
  const start = created.headers.get('location') ?? ''
  const [cookie = '', ...attributes] = (created.headers.getSetCookie()[0] ?? '').split('; ')
  assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
  const first = await service.get(start, { ...BROWSER, cookie })
  assert.match(first.text, new RegExp(`Messages will go to <strong dir="ltr">${ADA}</strong>`))
  assert.match(first.text, new RegExp(`<a [^>]*href="${service.base}/">Wrong address\\? Start over</a>`))
  assert.match(first.headers.get('set-cookie') ?? '', /^new-form=; Max-Age=0;/)
  const strangers = ['', 'new-form=x', `${cookie.slice(0, -2)}`, cookie.replace('ada', 'mallory')]
  for (const other of strangers) {
    const page = await service.get(start, { ...BROWSER, cookie: other })
    assert.match(page.text, /a\*\*\*@l\*\*\*\.dev/, other)
    assert.doesNotMatch(page.text, /mallory|Start over/, other)
  }
  service.pass({ seconds: 2 })
  const another = (await press(service, { recipient: ADA })).headers.get('location') ?? ''
  assert.ok(!(await service.get(another, { ...BROWSER, cookie })).text.includes(ADA), 'of another form')
  const program = await service.post('/new', { form: { recipient: BO } })
  assert.equal(program.headers.get('set-cookie'), null)
})

test('no page of another origin reads the start page, which shows what cookies say', async () => {
  await using service = await startService()
  const { form_id: id } = await service.createEndpoint()
  for (const path of [`/f/${id}/start`, `/f/${id}/%73tart`, `/f/f_0000000000000000/start`]) {
    // A sister site, to which browsers send the cookies of this one.
    const { headers } = await service.get(path, { ...BROWSER, origin: 'https://www.acme.org' })
    assert.equal(headers.get('access-control-allow-origin'), null, path)
    assert.equal(headers.get('access-control-allow-credentials'), null, path)
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path)
  }
})

test('shows a problem next to the field, in the language of the page, and keeps the input', async () => {
  await using service = await startService()
  const table: [Record<string, string>, number, RegExp][] = [
    [{ recipient: 'ada at home' }, 400, /nicht nach einer E-Mail-Adresse/],
    [{ recipient: 'you@example.com' }, 400, /Das ist eine Beispieladresse/],
    [{ recipient: '' }, 400, /geben Sie Ihre E-Mail-Adresse ein/],
    [{}, 400, /geben Sie Ihre E-Mail-Adresse ein/],
    [{ recipient: 'a@acme.org, b@acme.org' }, 400, /nur eine Adresse/],
  ]
  for (const [form, status, sentence] of table) {
    const answer = await press(service, form, { 'accept-language': 'de' })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('x-robots-tag'), 'noindex')
    const problem = /<p class="problem" id="problem" role="alert">([^<]*)</.exec(answer.text)?.[1] ?? ''
    assert.match(problem, sentence)
    const input = /<input id="recipient"[^>]*>/.exec(answer.text)?.[0] ?? ''
    assert.ok(input.includes(`value="${form.recipient ?? ''}"`), input)
    assert.match(input, /aria-describedby="problem beside"/)
    assert.match(input, /aria-invalid="true"/)
  }
})

test('applies the creation limits to the landing page and says when to try again', async () => {
  await using service = await startService()
  assert.equal((await press(service, { recipient: ADA })).status, 303)
  const soon = await press(service, { recipient: BO })
  assert.equal(soon.status, 429)
  assert.equal(soon.headers.get('retry-after'), '2')
  assert.match(soon.text, /Press the button once more/)
  assert.ok(soon.text.includes(`value="${BO}"`))
  service.pass({ seconds: 2 })
  for (let made = 1; made < 10; made += 1) {
    assert.equal((await press(service, { recipient: ADA })).status, 303)
    service.pass({ seconds: 2 })
  }
  assert.match((await press(service, { recipient: ADA })).text, /try again in 60 minutes/)
})

test('asks about a recipient that looks mistyped, and takes the corrected one at the second press', async () => {
  await using service = await startService()
  const created = await press(service, { recipient: 'nina@gmial.com' })
  assert.equal(created.status, 303)
  const cookie = created.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const start = await service.get(created.headers.get('location') ?? '', { ...BROWSER, cookie })
  assert.ok(start.text.includes('Did you mean nina@gmail.com?'))
  service.pass({ seconds: 1 })
  const tooSoon = await press(service, { recipient: 'nina@gmail.com' })
  assert.equal(tooSoon.status, 429)
  assert.match(tooSoon.text, /Press the button once more/)
  assert.match(tooSoon.text, /value="nina@gmail\.com"/)
  assert.doesNotMatch(tooSoon.text, /Too many/)
  service.pass({ seconds: 1 })
  assert.equal((await press(service, { recipient: 'nina@gmail.com' })).status, 303)
})

test('warns programs of a recipient that looks mistyped, for every kind, and never refuses it', async () => {
  await using service = await startService()
  const warnings = ['Did you mean gmail.com? The domain of the recipient looks like a typo of it.']
  for (const path of ['/new', '/t/new', '/q/new']) {
    const form = { recipient: 'nina@gmial.com' }
    const dryRun = await service.post(`${path}?dry_run=1`, { form })
    assert.deepEqual([dryRun.status, dryRun.json.warnings], [200, warnings], path)
    const created = await service.post(path, { form })
    assert.deepEqual([created.status, created.json.warnings], [201, warnings], path)
    service.pass({ seconds: 2 })
  }
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.warnings, undefined)
})

test('creates one endpoint on a double click, and another for a new page or another recipient', async () => {
  await using service = await startService()
  const idempotencyKey = idempotencyKeyIn((await service.get('/', BROWSER)).text)
  const first = (await press(service, { recipient: ADA, idempotency_key: idempotencyKey })).headers.get(
    'location',
  )
  assert.equal(
    (await press(service, { recipient: ADA, idempotency_key: idempotencyKey })).headers.get('location'),
    first,
  )
  service.pass({ seconds: 2 })
  const other = await press(service, { recipient: BO, idempotency_key: idempotencyKey })
  assert.equal(other.status, 303)
  assert.notEqual(other.headers.get('location'), first)
  service.pass({ seconds: 2 })
  const again = idempotencyKeyIn((await service.get('/', BROWSER)).text)
  assert.notEqual(
    (await press(service, { recipient: ADA, idempotency_key: again })).headers.get('location'),
    first,
  )
  service.pass({ seconds: 2 })
  // A key in another format is ignored.
  for (let sent = 0; sent < 2; sent += 1) {
    const forged = await press(service, { recipient: ADA, idempotency_key: '<script>' })
    assert.equal(forged.headers.get('idempotent-replayed'), null)
    service.pass({ seconds: 2 })
  }
})

test('answers programs with JSON, and pages of other sites with 403', async () => {
  await using service = await startService()
  const asJson: Record<string, string>[] = [
    {},
    { accept: '*/*' },
    { accept: 'application/json, text/html' },
    { ...BROWSER, 'x-requested-with': 'XMLHttpRequest' },
    { ...BROWSER, 'sec-fetch-dest': 'empty' },
  ]
  for (const headers of asJson) {
    const made = await service.post('/new', { form: { recipient: ADA }, headers })
    assert.equal(made.status, 201)
    assert.match(String(made.json.endpoint_url), /\/f\/f_/)
    const refused = await service.post('/new', { form: { recipient: 'x' }, headers })
    assert.equal(refused.json.code, 'recipient_invalid')
    service.pass({ seconds: 2 })
  }
  const json = await service.post('/new', { json: { recipient: ADA }, headers: BROWSER })
  assert.equal(json.status, 201, 'no form of a browser is JSON')
  service.pass({ seconds: 2 })
  const dryRun = await service.post('/new?dry_run=1', { form: { recipient: ADA }, headers: BROWSER })
  assert.equal(dryRun.json.would_succeed, true)
  const elsewhere = await press(service, { recipient: ADA }, { 'sec-fetch-site': 'cross-site' })
  assert.equal(elsewhere.status, 403)
  assert.match(elsewhere.text, /cross_site_creation/)
})

test('shows the front pages in every language and keeps the one the visitor picked', async () => {
  await using service = await startService()
  const getLanguage = (page: string) => /<html lang="([a-z]{2})"/.exec(page)?.[1]
  for (const language of LANGUAGES) {
    const page = await service.get('/', { ...BROWSER, 'accept-language': language })
    assert.equal(getLanguage(page.text), language)
    assert.equal(getLanguage((await service.get(`/?lang=${language}`, GERMAN)).text), language)
  }
  assert.equal(getLanguage((await service.get('/?lang=tlh', GERMAN)).text), 'de')
  const home = (await service.get('/?lang=ja', GERMAN)).text
  assert.ok(home.includes(`action="${service.base}/new?lang=ja"`))
  const wrong = await service.post('/new?lang=ja', { form: { recipient: 'x' }, headers: GERMAN })
  assert.equal(getLanguage(wrong.text), 'ja')
  const created = await service.post('/new?lang=ja', { form: { recipient: ADA }, headers: GERMAN })
  const start = created.headers.get('location') ?? ''
  assert.match(start, /\/start\?lang=ja$/)
  assert.equal(getLanguage((await service.get(start, GERMAN)).text), 'ja')
})

test('shows the state of the endpoint on its start page', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const getStartPage = async (address: string) => service.get(`${address}/start`, BROWSER)
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < UNCLAIMED_CAP; sent += 1) await service.submit(endpoint, { message: 'x' })
  const frozen = await getStartPage(endpoint.endpoint_url)
  assert.match(frozen.text, /Paused after 50 messages/)
  assert.ok(!frozen.text.includes(`action="${endpoint.endpoint_url}"`), 'nothing can be tried there')
  await service.get(await service.linkIn('claim'), BROWSER)
  const claimed = await getStartPage(endpoint.endpoint_url)
  assert.match(claimed.text, /claimed by its recipient/)
  assert.ok(!claimed.text.includes('a***@l***.dev'))
  const quiet = await service.createEndpoint()
  service.pass({ days: 30 })
  assert.equal((await getStartPage(quiet.endpoint_url)).status, 410)
  assert.equal((await getStartPage('/f/f_0000000000000000')).status, 404)
  assert.equal((await getStartPage('/f/nothing')).status, 404)
})

test('does not ask to try again in a minute when the disk is full', { skip: aboutTheFile }, async () => {
  await using service = await startService({ env: { FORMSLOT_MIN_FREE_MB: '1000000' } })
  const refused = await press(service, { recipient: 'nina@gmail.com' })
  assert.equal(refused.status, 503)
  assert.match(refused.text, /We can’t save anything right now: the server is out of space/)
  assert.doesNotMatch(refused.text, /minute/)
})
