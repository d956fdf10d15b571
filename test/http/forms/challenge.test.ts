import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeSolution, solve, solveFor } from '../../support/fixtures/challenge.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const EASY = { FORMSLOT_CHALLENGE_DIFFICULTY: 'low', FORMSLOT_SUBMIT_RATE: '0' }
const BROWSER = { accept: 'text/html' }

/** Starts a service with a form of Ada's that asks for a proof of work. */
async function withForm(service: TestService, settings: object = { challenge: 'required' }) {
  const ada = await signIn(service)
  const id = ada.endpoint.form_id
  const set = async (change: object) => {
    const changed = await ada.patch(`/endpoints/${id}`, change)
    assert.equal(changed.status, 200, changed.text)
  }
  await set(settings)
  const url = ada.endpoint.endpoint_url
  const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    service.submit(ada.endpoint, form, headers)
  /** The stored submissions, newest first. */
  const stored = async (folder = 'inbox') => {
    const listed = await ada.get(`/submissions?endpoint=${id}&folder=${folder}`)
    assert.equal(listed.status, 200, listed.text)
    return Object(listed.json).data as { fields: [string, unknown][]; spam_reasons: string[] | null }[]
  }
  return { ada, id, url, set, send, stored }
}

/** Returns the text of a page, or of Markdown. */
function toPlainText(page: string): string {
  const text = page
    .replaceAll('<wbr>', '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
}

/** Counts the rows of every table. */
async function countRows(service: TestService): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['submissions', 'spent_challenges', 'idempotent_results', 'outbox', 'endpoints']) {
    const [row] = await service.sql(`select count(*) as count from ${table}`)
    counts[table] = Number(row?.count)
  }
  return counts
}

test('the pages of a form that asks for a proof of work show only code that solves it', async () => {
  await using service = await startService({ env: EASY })
  const { url, set } = await withForm(service, {})
  const load = () =>
    Promise.all(['', '.md', '/start', '/status'].map((path) => service.get(url + path, BROWSER)))
  for (const page of (await load()).slice(0, 3)) assert.doesNotMatch(page.text, /data-challenge/)
  assert.equal('challenge' in ((await load())[3]?.json ?? {}), false)
  for (const challenge of ['score', 'required']) {
    await set({ challenge })
    const [info, markdown, start, status] = await load()
    assert.equal(status?.json.challenge, challenge)
    const texts = [info, markdown, start].map((page) => toPlainText(page?.text ?? ''))
    for (const text of texts) {
      assert.match(text, /<form method="post" data-challenge\n/)
      assert.ok(text.includes(`<script src="${service.base}/form.js" defer>`), text)
    }
    for (const text of texts.filter((_, index) => index !== 1)) {
      assert.ok(text.includes(`npx ${service.base}/formslot.tgz submit ${url} 'message=Hello'`), text)
      assert.ok(!text.includes(`curl ${url}`))
    }
    assert.ok(markdown?.text.includes(`Programs send with \`npx ${service.base}/formslot.tgz submit\``))
  }
})

test('a form that requires a proof of work accepts each solution once', async () => {
  await using service = await startService({ env: EASY })
  const { id, url, send, stored } = await withForm(service)
  const before = await countRows(service)
  const challenge = await service.get(`${url}/challenge`)
  assert.equal(challenge.status, 200)
  assert.equal(challenge.headers.get('access-control-allow-origin'), '*')
  assert.equal(challenge.headers.get('cache-control'), 'no-store')
  const { parameters } = Object(challenge.json)
  assert.deepEqual(parameters.data, { f: id })
  assert.equal(parameters.expiresAt, service.now().getTime() / 1000 + 20 * 60)
  const others = await Promise.all(Array.from({ length: 30 }, () => service.get(`${url}/challenge`)))
  assert.equal(new Set(others.map(({ json }) => Object(json).parameters.nonce)).size, 30)
  assert.deepEqual(await countRows(service), before, 'nothing is stored before a challenge is spent')

  const missing = await send({ message: 'no proof' })
  assert.equal(missing.status, 403)
  assert.equal(missing.json.code, 'challenge_required')
  assert.equal(missing.json.challenge_url, `${url}/challenge`)
  assert.match(String(missing.json.hint), /`submit` of the command line.+solveChallenge of altcha-lib/)
  assert.match(String(missing.json.message), /is missing/)

  const altcha = await solve(challenge.json)
  const empty = await send({ altcha })
  assert.equal(empty.json.code, 'fields_missing', 'a proof alone is no submission')
  assert.equal((await send({ message: 'solved', altcha })).status, 200)
  assert.deepEqual((await stored())[0]?.fields, [['message', 'solved']], 'the proof is not stored')
  const again = await send({ message: 'solved again', altcha })
  assert.equal(again.status, 403)
  assert.match(String(again.json.message), /already been used/)

  const byToken = { message: 'other name', altchaToken: await solveFor(service, url) }
  assert.equal((await service.post(url, { json: byToken })).status, 200)
  assert.deepEqual((await stored())[0]?.fields, [['message', 'other name']])
  assert.equal((await stored()).length, 3)
})

test('refuses wrong proofs: of another form, forged, and too late', async () => {
  await using service = await startService({ env: EASY })
  const { ada, url, send } = await withForm(service)
  service.pass({ seconds: 2 })
  const other = await ada.post('/endpoints', { name: 'The other form' })
  assert.equal(other.status, 201, other.text)
  const otherId = String(other.json.form_id ?? Object(other.json).id)
  await ada.patch(`/endpoints/${otherId}`, { challenge: 'score' })
  const tell = async (altcha: string) => {
    const { status, json } = await send({ message: 'x', altcha })
    return `${status} ${json.code ?? ''} ${json.message ?? ''}`
  }
  assert.match(await tell(await solveFor(service, `${service.base}/f/${otherId}`)), /^403 .+ not valid/)
  const { json } = await service.get(`${url}/challenge`)
  const forged = { ...json, parameters: { ...Object(json).parameters, cost: 2 ** 31 - 1 } }
  const solution = { counter: 1, derivedKey: 'ab'.repeat(32) }
  for (const payload of [{ challenge: forged, solution }, { challenge: json, solution }, {}, 'x', null]) {
    assert.match(await tell(encodeSolution(payload)), /^403 challenge_required .+ not valid/)
  }
  assert.match(await tell('x'.repeat(60_000)), /^403 .+ not valid/)

  const late = await solveFor(service, url)
  const tooLate = await solveFor(service, url)
  service.pass({ minutes: 22 })
  assert.equal((await send({ message: 'in the last second', altcha: late })).status, 200)
  service.pass({ milliseconds: 1 })
  assert.match(await tell(tooLate), /^403 .+ has expired/)
})

test('a retry with its Idempotency-Key gets the stored response, with another proof too', async () => {
  await using service = await startService({ env: EASY })
  const { url, send, stored } = await withForm(service)
  const key = { 'idempotency-key': 'sent-only-once' }
  const form = { message: 'once', altcha: await solveFor(service, url) }
  const first = await send(form, key)
  assert.equal(first.status, 200)
  const same = await send(form, key)
  const fresh = await send({ ...form, altcha: await solveFor(service, url) }, key)
  for (const retry of [same, fresh]) {
    assert.equal(retry.headers.get('idempotent-replayed'), 'true')
    assert.equal(retry.json.submission_id, first.json.submission_id)
  }
  service.pass({ hours: 1 })
  const late = await send(form, key)
  assert.equal(late.json.submission_id, first.json.submission_id, 'also when the proof has expired')
  assert.equal((await send({ message: 'other', altcha: form.altcha }, key)).status, 422)
  assert.equal((await stored()).length, 2)
})

test('answers spam like any other submission, with a proof and without one', async () => {
  await using service = await startService({ env: EASY })
  const { url, set, send, stored } = await withForm(service)
  await set({ honeypot: 'website' })
  const shape = async (form: Record<string, string>) => {
    const { status, json } = await send(form)
    return [status, Object.keys(json), json.code, json.message]
  }
  const trap: Record<string, string>[] = [{ _gotcha: 'x' }, { website: 'x' }]
  const ham = await shape({ message: 'a' })
  for (const spam of trap) assert.deepEqual(await shape({ message: 'a', ...spam }), ham)
  const accepted = await shape({ message: 'a', altcha: await solveFor(service, url) })
  for (const spam of trap) {
    const altcha = await solveFor(service, url)
    assert.deepEqual(await shape({ message: 'a', altcha, ...spam }), accepted)
    const repeated = await send({ message: 'a', altcha, ...spam })
    assert.match(String(repeated.json.message), /already been used/, 'spam spends its challenge')
  }
  assert.equal((await stored('spam')).length, 2)
})

test('hands out challenges only for forms that ask for one, at the rate of submissions', async () => {
  await using service = await startService({ env: { FORMSLOT_CHALLENGE_DIFFICULTY: 'low' } })
  const { ada, id, url, set, send, stored } = await withForm(service, { challenge: 'off' })
  const get = async (address = url) => {
    const { status, json } = await service.get(`${address}/challenge`)
    return [status, json.code]
  }
  assert.deepEqual(await get(), [404, 'challenge_off'])
  assert.deepEqual(await get(`${service.base}/f/f_0000000000000000`), [404, 'endpoint_not_found'])
  assert.deepEqual(await get(`${service.base}/f/nothing`), [404, 'endpoint_not_found'])
  assert.equal((await send({ altcha: 'mine', message: 'x' })).status, 200)
  const [plain] = await stored()
  assert.deepEqual(plain?.fields.flat(), ['altcha', 'mine', 'message', 'x'], 'a field like any other')

  await set({ challenge: 'score' })
  assert.equal((await get())[0], 200)
  for (let times = 0; times < 40; times += 1) await get()
  const limited = await service.get(`${url}/challenge`)
  assert.deepEqual([limited.status, limited.json.code], [429, 'submit_rate'])
  assert.ok(Number(limited.headers.get('retry-after')) > 0)
  service.pass({ minutes: 10 })
  await ada.post(`/endpoints/${id}/retire`)
  assert.deepEqual(await get(), [410, 'endpoint_retired'])
})

test('a dry run names the challenge and spends no proof', async () => {
  await using service = await startService({ env: EASY })
  const { url, set, send } = await withForm(service)
  const warningsOf = async (form: Record<string, string>) => {
    const tried = await service.post(`${url}?dry_run=1`, { form })
    assert.equal(tried.status, 200, tried.text)
    assert.ok(!('altcha' in Object(tried.json.fields)))
    return (tried.json.warnings as string[]).filter((warning) => warning.includes('proof of work'))
  }
  const form = { email: 'bo@builds.dev' }
  const [missing = ''] = await warningsOf(form)
  assert.match(missing, /is missing\. A real submission would be refused \(challenge_required\)/)
  assert.match(missing, /the command line of this instance/)
  assert.match((await warningsOf({ ...form, altcha: 'x' }))[0] ?? '', /not valid/)
  const altcha = await solveFor(service, url)
  assert.deepEqual(await warningsOf({ ...form, altcha }), [])
  assert.equal((await send({ ...form, altcha })).status, 200, 'it was not spent')
  await set({ challenge: 'score' })
  assert.match((await warningsOf(form))[0] ?? '', /challenge_missing/)
  await set({ challenge: 'off' })
  assert.deepEqual(await warningsOf(form), [])
})

test('a browser without a script gets a page that says what happened, or the page of the owner', async () => {
  await using service = await startService({ env: EASY })
  const { set, send } = await withForm(service)
  const page = await send({ message: 'x' }, { ...BROWSER, referer: 'https://site.dev/contact' })
  assert.equal(page.status, 403)
  assert.match(page.text, /JavaScript/)
  assert.match(page.text, /challenge_required/)
  assert.match(page.text, /What you typed should still be there/)
  await set({ error_url: 'https://site.dev/failed' })
  const sent = await send({ message: 'x' }, BROWSER)
  assert.equal(sent.headers.get('location'), 'https://site.dev/failed?error=challenge_required')
})

test('of many that send one solution at the same time, one is accepted', async () => {
  await using service = await startService({ env: EASY })
  const { url, send, stored } = await withForm(service)
  const altcha = await solveFor(service, url)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send({ message: `${index}`, altcha })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await stored()).length, 2)
})

test('a form that scores the proof of work takes a hurried submission without one for spam', async () => {
  await using service = await startService({ env: EASY })
  const { url, send, stored } = await withForm(service, { challenge: 'score', spam: { level: 'normal' } })
  const hurried = { message: 'Do you repair engines?', _t: '900' }
  assert.equal(
    (await send({ message: 'Do you build engines?' })).status,
    200,
    'patient people need no script',
  )
  const altcha = await solveFor(service, url)
  assert.equal((await send({ ...hurried, altcha })).status, 200)
  assert.equal((await stored()).length, 3)
  assert.equal(
    (await send({ ...hurried, message: 'And bridges?', altcha })).status,
    200,
    'the proof is spent',
  )
  assert.equal((await send(hurried)).status, 200)
  assert.deepEqual(
    (await stored('spam')).map(({ spam_reasons }) => spam_reasons),
    [
      ['challenge_missing', 'hurry'],
      ['challenge_missing', 'hurry'],
    ],
  )
  assert.equal((await stored()).length, 3)
})

test('two nodes that get the same solution at once accept one submission', async (context) => {
  const env = { ...EASY, FORMSLOT_SECRET: 'a secret that both nodes know, and nobody else does' }
  await using service = await startService({ env })
  const { database } = service.config
  if (database.kind === 'sqlite') return context.skip('SQLite has one node')
  await using other = await startService({
    env,
    now: service.now(),
    adjust: (config) => ({ ...config, database }),
  })
  const { ada, url, stored } = await withForm(service)
  const before = (await stored()).length
  for (let round = 1; round <= 5; round += 1) {
    const altcha = await solveFor(service, url)
    const answers = await Promise.all(
      [service, other, service, other].map((node, n) =>
        node.submit(ada.endpoint, { message: `round ${round}, sender ${n}`, altcha }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403, 403, 403])
    assert.equal((await stored()).length, before + round)
  }
})
