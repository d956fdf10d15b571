import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const FROM_HERE = { ...BROWSER, 'sec-fetch-site': 'same-origin' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Sends a form as a browser does, and returns the address of its receipt. */
async function sendForm(
  service: TestService,
  endpoint: Endpoint,
  form: Record<string, string> = { message: 'a secret word' },
): Promise<string> {
  const answer = await service.submit(endpoint, form, BROWSER)
  assert.equal(answer.status, 303, answer.text)
  return answer.headers.get('location') ?? ''
}

const withdraw = (service: TestService, receipt: string, headers: Record<string, string> = FROM_HERE) =>
  service.post(`${receipt}/withdraw`, { body: '', headers: { ...FORM, ...headers } })

test('a browser form leads to a private page that tells how far the submission is, and nothing of it', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const receipt = await sendForm(service, endpoint)
  assert.match(receipt, new RegExp(`^${service.base}/r/[0-9a-hjkmnp-tv-z]{58}$`))
  const before = await service.get(receipt, { ...BROWSER, 'accept-language': 'de' })
  assert.equal(before.status, 200)
  assert.match(before.text, /<html lang="de"/)
  assert.match(before.text, /Wird zugestellt/)
  const stored = service.now()
  assert.ok(before.text.includes(`<time datetime="${stored.toISOString()}">`))
  service.pass({ seconds: 2 })
  await service.deliver()
  const after = await service.get(receipt, BROWSER)
  const handedOver = `Emailed to the recipient <time datetime="${service.now().toISOString()}">`
  assert.ok(after.text.includes(handedOver), after.text)
  assert.doesNotMatch(after.text, /secret|ada@|a\*\*\*@/, 'neither the content nor the recipient')
  assert.match(after.headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(after.headers.get('cache-control'), 'no-store')
  assert.equal(after.headers.get('referrer-policy'), 'same-origin', 'other sites never get the address')
  assert.doesNotMatch(after.headers.get('content-security-policy') ?? '', /frame-ancestors/)
  const json = await service.get(receipt)
  assert.deepEqual(json.json, {
    stored_at: stored.toISOString(),
    state: 'handed_over',
    handed_over_at: service.now().toISOString(),
    answer: null,
    withdrawable_until: new Date(stored.getTime() + 3_600_000).toISOString(),
    withdrawn_at: null,
  })
})

test('programs get the address of the receipt in a header, also for a replay, and dry runs get none', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const send = () => service.submit(endpoint, { message: 'x' }, { 'idempotency-key': 'order-0001' })
  const [first, replay] = [await send(), await send()]
  assert.deepEqual(Object.keys(first.json), ['ok', 'submission_id'], 'the body is that of the specification')
  const link = first.headers.get('link') ?? ''
  assert.match(link, new RegExp(`^<${service.base}/r/[0-9a-z]{58}>; rel="receipt"$`))
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.equal(replay.headers.get('link'), link)
  assert.match(first.headers.get('access-control-expose-headers') ?? '', /\bLink\b/)
  const dryRun = await service.post(`${endpoint.endpoint_url}?dry_run=1`, { form: { message: 'x' } })
  assert.equal(dryRun.headers.get('link'), null)
  const refused = await service.submit(endpoint, {})
  assert.equal(refused.headers.get('link'), null)
  const site = { ...BROWSER, origin: 'https://shop.dev' }
  const own = await service.submit(endpoint, { message: 'x', _next: 'https://shop.dev/done' }, site)
  assert.equal(
    own.headers.get('location'),
    'https://shop.dev/done',
    'no token in the address of another site',
  )
  assert.equal(own.headers.get('link'), null)
})

test('the receipt of spam cannot be told from that of a real submission', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const look = async (receipt: string) => {
    const shown = await service.get(receipt, BROWSER)
    const told = shown.text.replaceAll(/<time[^>]*>[^<]*<\/time>/g, 'TIME').replaceAll(receipt, 'RECEIPT')
    return { status: shown.status, told, headers: [...shown.headers.keys()] }
  }
  const spam = (message: string) => sendForm(service, endpoint, { message, _gotcha: 'x' })
  const early = await spam('before any real one')
  const real = await sendForm(service, endpoint)
  const waiting = await spam('while the emails wait')
  assert.deepEqual(await look(waiting), await look(real), 'while the emails wait')
  service.pass({ seconds: 5 })
  await service.deliver()
  const late = await spam('once the emails are sent')
  service.pass({ seconds: 10 })
  for (const one of [early, waiting, late]) assert.deepEqual(await look(one), await look(real))
  const at = async (receipt: string, name: string) =>
    Date.parse(String((await service.get(receipt)).json[name]))
  const realAt = await at(real, 'handed_over_at')
  assert.ok(
    (await at(waiting, 'handed_over_at')) > realAt,
    'an outage delays both, and not to the same millisecond',
  )
  const took = async (receipt: string) =>
    (await at(receipt, 'handed_over_at')) - (await at(receipt, 'stored_at'))
  const more = [late, await spam('one'), await spam('two')]
  service.pass({ seconds: 10 })
  const others = await Promise.all(more.map(took))
  assert.notDeepEqual(
    new Set(others),
    new Set([await took(real)]),
    'never the very time that the one before took',
  )
  for (const one of [real, waiting]) assert.equal((await withdraw(service, one)).status, 303)
  assert.deepEqual(await look(waiting), await look(real), 'withdrawn')
  const state = async (receipt: string) => {
    await withdraw(service, receipt)
    return (await service.get(receipt)).json.state
  }
  const soon = await spam('withdrawn before an email')
  assert.equal(await state(soon), await state(await sendForm(service, endpoint)), 'withdrawn at once')
  const afterwards = await spam('after a submission whose email was stopped')
  const next = await sendForm(service, endpoint)
  service.pass({ seconds: 10 })
  await service.deliver()
  assert.deepEqual(await look(afterwards), await look(next))
})

test('never says that an email left an instance that sends none, and spam looks the same', async () => {
  await using service = await startService({ mail: 'embedded' })
  const endpoint = await service.createEndpoint()
  const spam = await sendForm(service, endpoint, { message: 'x', _gotcha: 'x' })
  const real = await sendForm(service, endpoint)
  await service.deliver()
  service.pass({ seconds: 10 })
  const late = await sendForm(service, endpoint, { message: 'x', _gotcha: 'x' })
  service.pass({ seconds: 10 })
  for (const receipt of [real, spam, late]) {
    const { json } = await service.get(receipt)
    assert.deepEqual([json.state, json.handed_over_at], ['saved', null])
    const page = (await service.get(receipt, BROWSER)).text
    assert.match(page, /<li class="done">Saved for the recipient <time/)
    assert.doesNotMatch(page, /Emailed|Being delivered/)
  }
  for (const receipt of [real, spam]) {
    await withdraw(service, receipt)
    assert.match((await service.get(receipt, BROWSER)).text, /The recipient may have read it before\./)
  }
})

test('tells that an email waits, is delayed or was stopped, without a reason', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const receipt = await sendForm(service, endpoint)
  const states: [string, string][] = [
    ['held_at = 1, due_at = 1', 'awaiting_confirmation'],
    ['held_at = null, started_at = 1, attempts = 1', 'delayed'],
    ["due_at = null, settled_at = 1, outcome = 'bounced'", 'stopped'],
  ]
  for (const [columns, state] of states) {
    await service.sql(`update outbox set ${columns}`)
    assert.equal((await service.get(receipt)).json.state, state, columns)
    assert.equal((await service.get(receipt, BROWSER)).status, 200)
  }
})

test('neither a receipt nor a dry run tells a stranger that the emails of a form are stopped', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { json: key } = await ada.post('/keys', { name: 'tests', scopes: ['read'] })
  const form = `/endpoints/${ada.endpoint.form_id}`
  const look = async () => {
    const dryRun = `${ada.endpoint.endpoint_url}?dry_run=1`
    const { json: tried } = await service.post(dryRun, { form: { message: 'hello' } })
    const receipt = await sendForm(service, ada.endpoint)
    await service.deliver()
    const soon = (await service.get(receipt)).json.state
    service.pass({ seconds: 10 })
    await service.deliver()
    return [tried.would_route_to, soon, (await service.get(receipt)).json.state]
  }
  const flowing = await look()
  assert.equal(flowing.at(-1), 'handed_over')
  assert.equal((await ada.patch(form, { email_notifications: false })).status, 200)
  const before = service.receivedEmails.length
  await look()
  const stopped = await look()
  assert.equal(service.receivedEmails.length, before, 'nothing is sent')
  assert.deepEqual([stopped[0], stopped.at(-1)], [flowing[0], 'handed_over'])
  const headers = { authorization: `Bearer ${Object(key).key}` }
  const owned = await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, {
    form: { message: 'x' },
    headers,
  })
  assert.deepEqual(owned.json.would_route_to, [], 'its owner is told')
})

test('a visitor withdraws a submission within an hour, and its content is gone everywhere', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  await service.deliver()
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
  const emailsBefore = service.receivedEmails.length
  const usageBefore = (await ada.get('/usage')).text
  const receipt = await sendForm(service, ada.endpoint, { message: 'zanzibar' })
  const usage = (await ada.get('/usage')).text
  assert.notEqual(usage, usageBefore)

  assert.equal((await service.get(`${receipt}/withdraw`, BROWSER)).status, 405, 'no link withdraws')
  for (const site of ['cross-site', 'same-site']) {
    assert.equal((await withdraw(service, receipt, { ...BROWSER, 'sec-fetch-site': site })).status, 403)
  }
  const elsewhere = await withdraw(service, receipt, { ...BROWSER, origin: 'https://evil.dev' })
  assert.equal(elsewhere.status, 403)
  service.pass({ minutes: 59, seconds: 59 })
  const done = await withdraw(service, receipt)
  assert.deepEqual([done.status, done.headers.get('location')], [303, receipt])
  const page = await service.get(receipt, BROWSER)
  assert.match(page.text, /<h1>Message withdrawn<\/h1>/)
  assert.doesNotMatch(page.text, /can’t take back/)
  assert.equal((await withdraw(service, receipt)).status, 303, 'a second press changes nothing')

  await service.deliver()
  assert.equal(service.receivedEmails.length, emailsBefore, 'no email')
  assert.deepEqual(await queue.pulled(), [], 'no message')
  assert.equal((await queue.get('/status')).json.backlog_count, 0)
  const inbox = await ada.get('/submissions?folder=all')
  const [row] = inbox.json.data as { id: string; fields: unknown[]; withdrawn_at: string }[]
  assert.deepEqual([row?.fields, row?.withdrawn_at], [[], service.now().toISOString()])
  assert.equal(Object((await ada.get('/submissions?q=zanzibar')).json.data).length, 0)
  for (const format of ['csv', 'json', 'ndjson'])
    assert.doesNotMatch((await ada.get(`/submissions/export?format=${format}`)).text, /zanzibar/)
  assert.equal((await ada.get('/usage')).text, usage, 'counts stay')
  const resent = await ada.post(`/submissions/${row?.id}/resend`, {})
  assert.deepEqual([resent.status, resent.json.code], [409, 'submission_withdrawn'])
  for (const folder of ['spam', 'inbox']) await ada.patch(`/submissions/${row?.id}`, { folder })
  await service.deliver()
  assert.equal(service.receivedEmails.length, emailsBefore, 'no email after a move either')
})

test('an hour later nothing is withdrawn, and the page says so', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const receipt = await sendForm(service, ada.endpoint, { message: 'zanzibar' })
  service.pass({ hours: 1 })
  const late = await withdraw(service, receipt)
  assert.equal(late.status, 409)
  assert.match(late.text, /can no longer be withdrawn/)
  assert.doesNotMatch(late.text, /<form/)
  const program = await service.post(`${receipt}/withdraw`)
  assert.deepEqual([program.status, program.json.code], [409, 'withdrawal_over'])
  assert.equal(Object((await ada.get('/submissions?q=zanzibar')).json.data).length, 1)
})

test('an email that was already passed on cannot be taken back, and the page says so', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const receipt = await sendForm(service, ada.endpoint)
  await service.deliver()
  assert.match((await service.get(receipt, BROWSER)).text, /<details[\s\S]*can’t take back[\s\S]*<\/details>/)
  assert.equal((await service.post(`${receipt}/withdraw`)).json.withdrawn_at, service.now().toISOString())
  const page = await service.get(receipt, BROWSER)
  assert.match(page.text, /Your message has been deleted[\s\S]*can’t take back/)
})

test('the next email carries the claim link when the submission that was to bring it is withdrawn', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const first = await sendForm(service, endpoint, { message: 'zanzibar' })
  await sendForm(service, endpoint, { message: 'the second' })
  await withdraw(service, first)
  await service.deliver()
  const emails = await service.emails()
  assert.deepEqual(
    emails.map((email) => [email.messageId?.includes('.claim@'), email.text?.includes('the second')]),
    [[true, true]],
  )
  const other = await service.createEndpoint('bo@builds.dev')
  await withdraw(service, await sendForm(service, other))
  assert.equal((await service.get(other.status_url)).json.claim_email_sent, false)
  await sendForm(service, other, { message: 'again' })
  await service.deliver()
  const last = (await service.emails()).at(-1)
  assert.ok(last?.messageId?.includes('.claim@'))
  assert.equal((await service.emails()).length, 2)
})

test('the owner answers on the receipt, and nothing is emailed', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const receipt = await sendForm(service, ada.endpoint)
  await service.deliver()
  const sent = service.receivedEmails.length
  const id = await newestId(ada)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Contact & more' })
  const hostile = '<img src=x onerror=alert(1)>\r\n</p>‮ & "Tuesday"'
  const answered = await ada.post(`/submissions/${id}/answer`, { text: hostile })
  assert.equal(answered.status, 200, answered.text)
  const page = await service.get(receipt, BROWSER)
  assert.ok(page.text.includes('&lt;img src=x onerror=alert(1)&gt;\n&lt;/p&gt;'), page.text)
  assert.match(page.text, /<title>You have an answer [\s\S]*<h1>You have an answer<\/h1>/)
  assert.match(page.text, /<strong dir="auto">Contact &amp; more<\/strong>[\s\S]*<ol class="progress">/)
  assert.doesNotMatch(page.text, /<img/)
  assert.equal(Object((await service.get(receipt)).json.answer).text, hostile.replace('\r\n', '\n'))
  await ada.post(`/submissions/${id}/answer`, { text: 'Another one' })
  assert.match((await service.get(receipt, BROWSER)).text, /Another one/)
  assert.match((await ada.get('/submissions/export?format=ndjson')).text, /Another one/)
  assert.equal((await ada.post(`/submissions/${id}/answer`, { text: 'x'.repeat(4000) })).status, 200)
  for (const text of ['', '  ', 'x'.repeat(4001), 'a\u0000b', 7])
    assert.equal((await ada.post(`/submissions/${id}/answer`, { text })).status, 400)
  assert.equal((await ada.delete(`/submissions/${id}/answer`)).json.answer, null)
  assert.equal((await service.get(receipt)).json.answer, null)
  const audit = (await ada.get('/audit')).text
  assert.match(audit, /answer_written/)
  assert.match(audit, /answer_deleted/)
  assert.doesNotMatch(audit, /Another one/)
  await service.deliver()
  assert.equal(service.receivedEmails.length, sent)

  const bo = await signIn(service, 'bo@builds.dev')
  assert.equal((await bo.post(`/submissions/${id}/answer`, { text: 'mine' })).status, 404)
  await withdraw(service, receipt)
  assert.equal((await ada.post(`/submissions/${id}/answer`, { text: 'x' })).json.code, 'submission_withdrawn')
  const test = await ada.post(`/endpoints/${ada.endpoint.form_id}/test`, {})
  assert.equal(
    (await ada.post(`/submissions/${test.json.submission_id}/answer`, { text: 'x' })).json.code,
    'receipt_missing',
  )
})

test('the owner is told which visitors were led to their receipt', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const page = { ...BROWSER, origin: 'https://shop.dev' }
  const isShown = async (form: Record<string, string>, headers: Record<string, string>) => {
    const answer = await service.submit(ada.endpoint, { message: 'x', ...form }, headers)
    assert.ok(answer.status < 400, answer.text)
    const { data } = (await ada.get('/submissions?folder=all')).json as { data: { receipt_shown: boolean }[] }
    return data[0]?.receipt_shown
  }
  assert.equal(await isShown({}, BROWSER), true, 'a browser without scripts')
  assert.equal(await isShown({ _gotcha: 'x' }, BROWSER), true, 'spam that may turn out to be real')
  assert.equal(await isShown({ _next: 'https://shop.dev/done' }, page), false, 'a page of the form')
  assert.equal(await isShown({}, {}), false, 'a program')
  const script = { accept: 'application/json', origin: 'https://shop.dev' }
  assert.equal(await isShown({ _t: '4000' }, script), true, 'form.js shows a link')
  assert.equal(await isShown({ _t: '4000', _next: 'https://shop.dev/done' }, script), false)
  assert.equal(await isShown({}, { ...page, 'hx-request': 'true' }), true, 'htmx shows a link')
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { redirect_url: 'https://shop.dev/thanks' })
  assert.equal(await isShown({}, BROWSER), false, 'a page of the owner')
})

test('a receipt ends with its submission, or after 90 days, and no token can be guessed', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const receipt = await sendForm(service, ada.endpoint)
  const token = receipt.split('/r/')[1] ?? ''
  const other = (await sendForm(service, ada.endpoint)).split('/r/')[1] ?? ''
  const wrong = [
    token.slice(0, 26) + other.slice(26),
    token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'),
    token.toUpperCase(),
    `${token}0`,
    token.slice(0, 26),
    '0'.repeat(52),
  ]
  for (const guess of wrong) {
    assert.equal((await service.get(`/r/${guess}`)).status, 404, guess)
    assert.equal((await withdraw(service, `${service.base}/r/${guess}`)).status, 404)
  }
  const missing = await service.get('/r/nothing', BROWSER)
  assert.equal(missing.status, 404)
  assert.match(missing.text, /This receipt no longer exists/)

  await ada.patch(`/submissions/${await newestId(ada)}`, { folder: 'trash' })
  assert.equal((await service.get(`/r/${other}`)).status, 200, 'the visitor does not see the trash')
  const id = await newestId(ada)
  assert.equal((await ada.delete(`/submissions/${id}?permanent=true`)).status, 204)
  const gone = await service.get(receipt)
  assert.deepEqual([gone.status, gone.json.code], [410, 'receipt_gone'])
  assert.equal((await service.get(receipt, BROWSER)).status, 410)
  assert.equal((await withdraw(service, receipt)).status, 410)

  await service.sql(`update submissions set received_at = received_at - ${90 * 86_400_000}`)
  assert.equal((await service.get(`/r/${other}`)).status, 410)
})

async function newestId(owner: Owner): Promise<string> {
  const listed = await owner.get('/submissions')
  return (listed.json.data as { id: string }[])[0]?.id ?? ''
}
