import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { suspend } from '../../../src/commands/suspend.ts'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { READING_RATE_FACTOR } from '../../../src/domain/telemetry/event.ts'
import { MAX_STARTS_PER_DAY } from '../../../src/http/limits/start-rate.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { VERSION } from '../../../src/version.ts'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { linkIn, makeKey } from '../../support/openpgp/key.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

/** Documented responses that a test cannot provoke: two requests with one key at the same moment, or too many at once. */
const ONLY_BY_CHANCE = [
  'post /new 409',
  'post /f/{id} 409',
  'get /f/{id}/challenge 503',
  'post /operator/bounces 429',
  'post /operator/bounces/{vendor} 503',
]
const OPERATOR_TOKEN = 'the-token-of-the-operator-under-test-4711'
const JSON_ONLY = { accept: 'application/json' }
const BROWSER = { accept: 'text/html' }
const MARKDOWN = { accept: 'text/markdown' }
const KEY = { 'idempotency-key': 'a-key-of-the-tour' }

/** A build with a client of one file. */
async function openClientBuild() {
  const build = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  await mkdir(path.join(build.path, 'client'))
  await writeFile(path.join(build.path, 'client/package.json'), '{}')
  return { path: build.path, [Symbol.asyncDispose]: () => build.remove() }
}

test('public responses match the OpenAPI document, with every documented response seen', async () => {
  await using build = await openClientBuild()
  await using service = await startService({ dashboardFolder: build.path })
  await using full = await startService({
    database: 'file',
    env: { FORMSLOT_SECURITY_CONTACT: 'security@acme.org' },
    adjust: (config) => ({ ...config, minFreeBytes: Number.MAX_SAFE_INTEGER }),
  })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const post = service.post
  const get = service.get
  const head = (address: string) => post(address, { method: 'HEAD' })
  const create = (recipient: string, headers = {}) => post('/new', { form: { recipient }, headers })

  // Bounces.
  await using mailed = await startService({
    env: { FORMSLOT_OPERATOR_TOKEN: OPERATOR_TOKEN, FORMSLOT_BOUNCE_POSTMARK_SECRET: OPERATOR_TOKEN },
  })
  const handOver = (type: string, key = OPERATOR_TOKEN) =>
    mailed.post('/operator/bounces', {
      body: 'Subject: away\r\n\r\nBack on Monday.\r\n',
      headers: { 'content-type': type, authorization: `Bearer ${key}` },
    })
  check('post', '/operator/bounces', await handOver('message/rfc822'))
  check('post', '/operator/bounces', await handOver('text/plain'))
  check('post', '/operator/bounces', await handOver('message/rfc822', 'wrong'))
  check('post', '/operator/bounces', await post('/operator/bounces'))
  const webhook = (vendor: string, headers = {}) =>
    mailed.post(`/operator/bounces/${vendor}`, { json: { RecordType: 'Open' }, headers })
  const basic = `Basic ${Buffer.from(`x:${OPERATOR_TOKEN}`).toString('base64')}`
  check('post', '/operator/bounces/{vendor}', await webhook('postmark', { authorization: basic }))
  check('post', '/operator/bounces/{vendor}', await webhook('postmark'))
  check('post', '/operator/bounces/{vendor}', await webhook('resend'))

  // Creation.
  check('post', '/new', await post('/new?dry_run=1', { form: { recipient: ADA } }))
  const created = await post('/new', { form: { recipient: ADA, extra: 'x' }, headers: KEY })
  check('post', '/new', created)
  check('post', '/new', await post('/new', { form: { recipient: ADA, extra: 'x' }, headers: KEY }))
  check('post', '/new', await create(BO, KEY))
  check('post', '/new', await create(ADA))
  check('post', '/new', await create(ADA, BROWSER))
  service.pass({ seconds: 2 })
  check('post', '/new', await create(BO, BROWSER))
  for (const recipient of ['', 'x@example.com', 'no address']) check('post', '/new', await create(recipient))
  check('post', '/new', await create(ADA, { 'idempotency-key': 'short' }))
  check('post', '/new', await post('/new', { form: twice('recipient', ADA) }))
  check('post', '/new', await post('/new', { form: Object.fromEntries(numbered(201)) }))
  check('post', '/new', await post('/new', { body: '{', headers: { 'content-type': 'application/json' } }))
  check('post', '/new', await post('/new', { form: { ['n'.repeat(129)]: 'x' } }))
  check('post', '/new', await create(ADA, { 'sec-fetch-site': 'cross-site' }))
  check('post', '/new', await post('/new', { form: { recipient: ADA, filler: 'x'.repeat(5000) } }))
  check('post', '/new', await post('/new', { body: 'x', headers: { 'content-type': 'text/plain' } }))
  check('post', '/new', await full.post('/new', { form: { recipient: ADA } }))
  check('post', '/new', await post('/new', { method: 'PATCH' }))

  // Submission.
  const form = '/f/{id}'
  const address = String(created.json.endpoint_url)
  const submit = (fields: Record<string, string>, headers = {}) => post(address, { form: fields, headers })
  check('post', form, await post(`${address}?dry_run=1`, { form: { a: 'b' } }))
  check('post', form, await submit({ a: 'b' }, KEY))
  check('post', form, await submit({ a: 'b' }, KEY))
  check('post', form, await submit({ a: 'c' }, KEY))
  check('post', form, await submit({ a: 'b' }, BROWSER))
  check('post', form, await submit({ a: 'b' }, { 'formspree-client': 'x' }))
  check('post', form, await submit({ _next: '/' }, { 'formspree-client': 'x' }))
  check('post', form, await submit({ _next: '/' }, BROWSER))
  check('post', form, await post(`${address}?dry_run=1`, { form: { _next: '/' } }))
  check('post', form, await submit({ a: 'x'.repeat(64 * 1024 + 1) }))
  check('post', form, await submit(Object.fromEntries(numbered(201))))
  check('post', form, await submit({ a: 'x'.repeat(256 * 1024) }))
  check('post', form, await post(address, { body: fileForm() }))
  check('post', form, await post(address, { body: 'x', headers: { 'content-type': 'text/plain' } }))
  check('post', form, await post('/f/f_0000000000000000', { form: { a: 'b' } }))
  check('post', form, await full.post('/f/f_0000000000000000', { form: { a: 'b' } }))
  for (let sent = 0; sent < SUBMIT_BURST; sent += 1) await post(`${address}?dry_run=1`, { form: { a: 'b' } })
  check('post', form, await post(`${address}?dry_run=1`, { form: { a: 'b' } }))

  // Public facts.
  for (const headers of [JSON_ONLY, BROWSER]) {
    check('get', form, await get(address, headers))
    check('get', form, await get(`${address}?message=x`, headers))
    check('get', form, await get('/f/f_0000000000000000', headers))
  }
  for (const known of [address, '/f/f_0000000000000000']) {
    check('get', '/f/{id}/status', await get(`${known}/status`))
    check('head', '/f/{id}/status', await head(`${known}/status`))
  }
  check('get', '/f/{id}/thanks', await get(`${address}/thanks`))
  check('get', '/f/{id}/start', await get(`${address}/start`))

  // A receipt: of a submission that is withdrawn, then of one that is too old, and that is deleted.
  const receipt = '/r/{token}'
  const withdrawal = `${receipt}/withdraw`
  const readReceipt = async () =>
    /<([^>]+)>/.exec((await submit({ a: 'receipt' })).headers.get('link') ?? '')?.[1] ?? ''
  const fromElsewhere = { headers: { ...JSON_ONLY, 'sec-fetch-site': 'cross-site' } }
  const sent = await readReceipt()
  const old = await readReceipt()
  for (const headers of [JSON_ONLY, BROWSER]) {
    check('get', receipt, await get(sent, headers))
    check('get', receipt, await get('/r/nothing', headers))
  }
  check('post', withdrawal, await post(`${sent}/withdraw`, fromElsewhere))
  check('post', withdrawal, await post(`${sent}/withdraw`))
  check('post', withdrawal, await post(`${sent}/withdraw`, { form: {}, headers: BROWSER }))
  check('post', withdrawal, await post('/r/nothing/withdraw'))
  const last = '(select max(key) from submissions)'
  await service.sql(`update submissions set received_at = 0 where key = ${last}`)
  check('post', withdrawal, await post(`${old}/withdraw`))
  await service.sql(`delete from outbox where key = ${last}`)
  await service.sql(`delete from submissions where key = ${last}`)
  check('post', withdrawal, await post(`${old}/withdraw`))
  check('get', receipt, await get(old))
  service.pass({ minutes: 1 })
  check('get', '/f/{id}/start', await get('/f/f_0000000000000000/start'))
  check('get', '/f/{id}/start/arrivals', await get(`${address}/start/arrivals`))
  check('get', '/f/{id}/start/arrivals', await get('/f/f_0000000000000000/start/arrivals'))

  // In Markdown.
  check('get', form, await get(address, MARKDOWN))
  check('get', form, await get('/f/nothing', MARKDOWN))
  check('get', form, await get(`${address}?name=Jane`, MARKDOWN))
  check('get', '/f/{id}.md', await get(`${address}.md`))
  check('get', '/f/{id}.md', await get('/f/nothing.md'))

  // Links in emails: Ada claims and confirms, gets an email, stops the emails, and then declines.
  const claim = await service.linkIn('claim')
  const declineUrl = await service.linkIn('disown')
  const elsewhere = { origin: 'https://elsewhere.dev' }
  for (const headers of [JSON_ONLY, BROWSER]) {
    check('get', '/claim/{token}', await get(claim, headers))
    check('get', '/claim/{token}', await get('/claim/nothing', headers))
  }
  check('post', '/claim/{token}', await post(claim, { headers: { ...JSON_ONLY, ...FROM_HERE } }))
  service.pass({ minutes: 1 })
  await submit({ a: 'to the owner' })
  const emails = await service.linkIn('emails')
  const emailRoutes = [
    ['get', '/emails/{token}', emails],
    ['post', '/emails/{token}', emails],
    ['post', '/emails/{token}/start', `${emails}/start`],
  ] as const
  for (const [method, path, link] of emailRoutes) {
    check(method, path, await post(link, { method, headers: FROM_HERE }))
    const unknown = link.replace(emails, '/emails/nothing')
    check(method, path, await post(unknown, { method, headers: FROM_HERE }))
    if (method === 'post') check(method, path, await post(link, { headers: elsewhere }))
  }
  const keys = createKeys(loadSecret(service.config))
  const [account] = await service.sql('select key from accounts')
  const digest = `/digest/${keys.digestToken(Number(account?.key))}`
  for (const [method, path, link] of [
    ['get', '/digest/{token}', digest],
    ['post', '/digest/{token}', digest],
    ['post', '/digest/{token}/start', `${digest}/start`],
  ] as const) {
    check(method, path, await post(link, { method, headers: FROM_HERE }))
    check(method, path, await post(link.replace(digest, '/digest/nothing'), { method, headers: FROM_HERE }))
    if (method === 'post') check(method, path, await post(link, { headers: elsewhere }))
  }
  const formId = address.slice(address.lastIndexOf('/') + 1)
  const snooze = `/snooze/${keys.snoozeToken({ id: formId, handedOverAt: null })}`
  const snoozeRoutes = [
    ['get', '/snooze/{token}', snooze],
    ['post', '/snooze/{token}', snooze],
    ['post', '/snooze/{token}/start', `${snooze}/start`],
  ] as const
  for (const [method, path, link] of snoozeRoutes) {
    check(method, path, await post(link, { method, headers: FROM_HERE }))
    check(method, path, await post(link.replace(snooze, '/snooze/nothing'), { method, headers: FROM_HERE }))
    if (method === 'post') check(method, path, await post(link, { headers: elsewhere }))
  }
  // By the link, not twice within a week.
  for (const method of ['get', 'post'])
    check(method, '/snooze/{token}', await post(snooze, { method, headers: FROM_HERE }))
  // The pages name a destination that was added and removed.
  const token = keys.destinationToken({ formId, id: keys.newDestinationId() })
  for (const [path, ending] of [
    ['/destination/{token}', ''],
    ['/destination/{token}/stop', '/stop'],
    ['/destination/{token}/start', '/start'],
  ] as const) {
    for (const method of ['get', 'post']) {
      const from = { method, headers: FROM_HERE }
      check(method, path, await post(`/destination/${token}${ending}`, from))
      check(method, path, await post(`/destination/nothing${ending}`, from))
    }
    check('post', path, await post(`/destination/${token}${ending}`, { headers: elsewhere }))
  }
  for (const [path, link] of [
    ['/destination/{token}/start', `/destination/${token}/start`],
    ['/emails/{token}/start', '/emails/unknown/start'],
    ['/digest/{token}/start', '/digest/unknown/start'],
    ['/snooze/{token}/start', '/snooze/unknown/start'],
  ] as const) {
    for (let times = 0; times < MAX_STARTS_PER_DAY; times += 1) await post(link, { headers: FROM_HERE })
    check('post', path, await post(link, { headers: FROM_HERE }))
  }
  check('post', '/disown/{token}', await post(declineUrl, { headers: elsewhere }))
  for (const method of ['get', 'post']) {
    check(method, '/disown/{token}', await post('/disown/nothing', { method }))
    check(method, '/disown/{token}', await post(declineUrl, { method }))
  }
  check('post', '/new', await create(ADA))
  for (const [method, path, link] of emailRoutes)
    check(method, path, await post(link, { method, headers: FROM_HERE }))
  for (const [method, path, link] of snoozeRoutes)
    check(method, path, await post(link, { method, headers: FROM_HERE }))
  check('get', '/claim/{token}', await get(claim, JSON_ONLY))
  check('get', form, await get(address, JSON_ONLY))
  check('get', form, await get(address, BROWSER))
  check('get', form, await get(address, MARKDOWN))
  check('get', '/f/{id}.md', await get(`${address}.md`))
  check('get', '/f/{id}/start', await get(`${address}/start`))
  check('get', '/f/{id}/start/arrivals', await get(`${address}/start/arrivals`))
  check('post', form, await submit({ a: 'b' }))

  // The buttons of the page behind the claim link.
  const other = await service.createEndpoint(BO)
  await service.submit(other, { a: 'b' })
  const button = await service.linkIn('claim')
  for (const [path, link] of [
    ['/claim/{token}', button],
    ['/claim/{token}/open', `${button}/open`],
  ] as const) {
    check('post', path, await post(link, { headers: { ...JSON_ONLY, ...elsewhere } }))
    check('post', path, await post(link, { headers: JSON_ONLY }))
    check('post', path, await post(link, { headers: BROWSER }))
    check('post', path, await post(link.replace(button, '/claim/nothing'), { headers: JSON_ONLY }))
    check('post', path, await post(link.replace(button, claim), { headers: JSON_ONLY }))
  }
  check('post', '/disown/{token}/undo', await post(`${declineUrl}/undo`, { headers: elsewhere }))
  check('post', '/disown/{token}/undo', await post('/disown/nothing/undo'))
  check('post', '/disown/{token}/undo', await post(`${declineUrl}/undo`))

  // An owner who accepts submissions only from her own pages.
  const owner = await signIn(service, 'carol@builds.dev')
  await owner.patch(`/endpoints/${owner.endpoint.form_id}`, { allowed_origins: ['https://builds.dev'] })
  for (const headers of [JSON_ONLY, BROWSER]) {
    check('post', form, await service.submit(owner.endpoint, { a: 'b' }, { ...headers, ...elsewhere }))
  }

  // The link in the first email that only her key opens.
  const pair = await makeKey(service)
  assert.equal((await owner.post('/account/email-key', { key: pair.publicKey })).status, 201)
  const keyLink = await linkIn(service, pair)
  for (const method of ['get', 'post'])
    for (const link of [keyLink, '/email-key/nothing'])
      check(method, '/email-key/{token}', await post(link, { method, headers: { ...BROWSER, ...FROM_HERE } }))
  check('post', '/email-key/{token}', await post(keyLink, { headers: { ...BROWSER, ...elsewhere } }))

  // A form of hers that is offered to somebody.
  await service.deliver()
  const asked = await owner.post(`/endpoints/${owner.endpoint.form_id}/hand-over`, {
    email: 'client@acme.dev',
  })
  assert.equal(asked.status, 201)
  const offered = await service.linkIn('hand-over')
  const offer = '/hand-over/{token}'
  for (const address of [offered, '/hand-over/nothing']) check('get', offer, await get(address, BROWSER))
  await service.sql(`insert into accounts (key, mailbox, plan, created_at, suspended_at)
    values (5, 'client@acme.dev', 'free', 1, 1)`)
  check('get', offer, await get(offered, BROWSER))
  await service.sql('delete from accounts where key = 5')
  const press = (address: string, headers: object = FROM_HERE) =>
    post(address, { headers: { ...BROWSER, ...headers } })
  for (const [path, address] of [
    [offer, offered],
    [`${offer}/decline`, `${offered}/decline`],
  ] as const) {
    check('post', path, await press(address, elsewhere))
    check('post', path, await press(address))
    check('post', path, await press(address.replace(offered, '/hand-over/nothing')))
  }

  // Invitations of hers: one that is declined, and one that is accepted.
  for (const email of ['dan@builds.dev', 'eve@builds.dev']) {
    const invited = await owner.post('/account/members', { email, role: 'viewer' })
    const link = await service.linkIn('invitation')
    const one = '/invitation/{token}'
    const send = (address: string, from: object) => post(address, { headers: { ...BROWSER, ...from } })
    for (const address of [link, '/invitation/nothing']) check('get', one, await get(address, BROWSER))
    check('post', `${one}/decline`, await send(`${link}/decline`, elsewhere))
    check('post', one, await send(link, elsewhere))
    if (email.startsWith('dan')) {
      for (let time = 0; time < 2; time += 1)
        check('post', `${one}/decline`, await send(`${link}/decline`, FROM_HERE))
      continue
    }
    for (let time = 0; time < 2; time += 1) check('post', one, await send(link, FROM_HERE))
    await owner.delete(`/account/members/${invited.json.id}`)
    check('post', one, await send(link, FROM_HERE))
  }

  // A form of hers that asks for a proof of work, until she retires it.
  const proven = '/f/{id}/challenge'
  const challengeUrl = `${owner.endpoint.endpoint_url}/challenge`
  check('get', proven, await get('/f/f_0000000000000000/challenge'))
  check('get', proven, await get(challengeUrl))
  await owner.patch(`/endpoints/${owner.endpoint.form_id}`, { allowed_origins: [], challenge: 'required' })
  check('get', proven, await get(challengeUrl))
  for (const headers of [JSON_ONLY, BROWSER]) {
    check('post', form, await service.submit(owner.endpoint, { a: 'b' }, headers))
  }
  check('post', form, await post(`${owner.endpoint.endpoint_url}?dry_run=1`, { form: { a: 'b' } }))
  await owner.post(`/endpoints/${owner.endpoint.form_id}/retire`)
  for (let times = 0; times < SUBMIT_BURST - 1; times += 1) {
    const { status } = await get(challengeUrl)
    if (status === 429) break
  }
  check('get', proven, await get(challengeUrl))
  service.pass({ minutes: 1 })
  check('get', proven, await get(challengeUrl))

  // Statistics behind a public link.
  const { id: shared } = (await owner.post('/telemetry')).json
  const link = (await owner.post(`/telemetry/${shared}/public-link`)).json.url
  check('get', '/s/{token}', await get(String(link), BROWSER))
  check('get', '/s/{token}', await get('/s/nothing', BROWSER))
  for (let read = 2; read < SUBMIT_BURST * READING_RATE_FACTOR; read += 1) await get('/s/nothing', BROWSER)
  check('get', '/s/{token}', await get('/s/nothing', BROWSER))

  // The service about itself.
  for (const path of [
    '/',
    '/robots.txt',
    '/style.css',
    '/icon.svg',
    '/icon.png',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable.png',
    '/icon-badge.png',
    '/preview.png',
    '/manifest.webmanifest',
    '/favicon.ico',
    '/.well-known/api-catalog',
    '/.well-known/security.txt',
    '/healthz',
    '/readyz',
  ]) {
    check('get', path, await get(path, BROWSER))
  }
  check('get', '/readyz', await full.get('/readyz'))
  for (const [path, address] of [
    ['/form.js', '/form.js'],
    ['/form.1.js', '/form.1.js'],
    ['/page.js', '/page.js'],
    ['/demo.js', '/demo.js'],
    ['/docs.js', '/docs.js'],
    ['/docs/search.json', '/docs/search.json'],
    ['/formslot.tgz', '/formslot.tgz'],
    [`/formslot-${VERSION}.tgz`, `/formslot-${VERSION}.tgz`],
    ['/receipt.js', '/receipt.js'],
    ['/llms.txt', '/llms.txt'],
    ['/llms-full.txt', '/llms-full.txt'],
    ['/index.md', '/index.md'],
    ['/skill.md', '/skill.md'],
    ['/.well-known/agent-skills/index.json', '/.well-known/agent-skills/index.json'],
    ['/.well-known/skills/index.json', '/.well-known/skills/index.json'],
    ['/openapi.json', '/openapi.json'],
    ['/openapi-agents.json', '/openapi-agents.json'],
    ['/docs', '/docs'],
    ['/docs/{page}', '/docs/forms'],
    ['/docs/api/{tag}', '/docs/api/keys'],
  ] as const) {
    const text = await get(address)
    check('get', path, text)
    check('get', path, await get(address, { 'if-none-match': text.headers.get('etag') ?? '' }))
  }
  const home = await get('/', MARKDOWN)
  check('get', '/', home)
  check('get', '/', await get('/', { ...MARKDOWN, 'if-none-match': home.headers.get('etag') ?? '' }))
  check('get', '/docs/{page}', await get('/docs/forms.md'))
  check('get', '/.well-known/security.txt', await full.get('/.well-known/security.txt'))
  for (const headers of [JSON_ONLY, BROWSER, MARKDOWN]) {
    check('get', '/docs/{page}', await get('/docs/nothing', headers))
    check('get', '/docs/api/{tag}', await get('/docs/api/nothing', headers))
  }
  // Health, with a key.
  const bo = await signIn(service, BO)
  const health = `/f/${bo.endpoint.form_id}/health`
  for (const scope of ['read', 'write']) {
    const { key } = (await bo.post('/keys', { name: scope, scopes: [scope] })).json
    for (const known of [health, '/f/nothing/health']) {
      check('get', '/f/{id}/health', await get(known, { authorization: `Bearer ${key}` }))
    }
  }
  check('get', '/f/{id}/health', await get(health))
  const own = `/f/${bo.endpoint.form_id}`
  const suspension = { reason: null, now: service.now() }
  await suspend(service.config, { subject: String(bo.endpoint.form_id), to: 'suspend', ...suspension })
  for (const headers of [JSON_ONLY, BROWSER, MARKDOWN]) check('get', '/f/{id}', await get(own, headers))
  check('get', '/f/{id}.md', await get(`${own}.md`))
  check('get', '/f/{id}/challenge', await get(`${own}/challenge`))
  check('get', '/f/{id}/status', await get(`${own}/status`))
  check('post', '/f/{id}', await post(own, { form: { message: 'x' } }))
  assert.deepEqual(
    // `files-answers.test.ts` shows those of links to files.
    notGiven('forms', 'links', 'service').filter((promise) => !promise.startsWith('get /files/{token} ')),
    ONLY_BY_CHANCE,
  )
})

function numbered(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`n${index}`, 'x'])
}

function twice(name: string, value: string): [string, string][] {
  return [
    [name, value],
    [name, value],
  ]
}

function fileForm(): FormData {
  const body = new FormData()
  body.set('attachment', new File(['x'], 'x.txt'))
  return body
}
