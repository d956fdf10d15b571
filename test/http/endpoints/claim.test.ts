import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FROM_HERE } from '../../support/fixtures/owner.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }

test('following the link in the first email claims the endpoint for the recipient', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const link = await service.linkIn('claim')
  const page = await service.get(link, BROWSER)
  assert.equal(page.status, 200)
  assert.match(page.text, /ada@lovelace\.dev/)
  assert.equal(page.headers.get('set-cookie'), null)
  const status = await service.get(endpoint.status_url)
  assert.equal(status.json.state, 'claimed')
  assert.equal(status.json.claimed, true)
  assert.equal(status.json.unclaimed, false)
  assert.equal(status.json.expires_at, null)
  const again = await service.get(link, BROWSER)
  assert.equal(again.status, 200, 'the link is repeatable')
})

test('a program receives the claim as JSON', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const answer = await service.get(await service.linkIn('claim'), { accept: 'application/json' })
  assert.deepEqual(answer.json, {
    claimed: true,
    confirmed: false,
    form_id: endpoint.form_id,
    account: 'a***@l***.dev',
    dashboard_url: `${service.base}/app`,
  })
})

test('HEAD requests and prefetches never claim', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const link = await service.linkIn('claim')
  assert.equal((await service.post(link, { method: 'HEAD' })).status, 200)
  for (const name of ['sec-purpose', 'purpose', 'x-moz']) {
    assert.equal((await service.get(link, { ...BROWSER, [name]: 'prefetch' })).status, 200)
  }
  assert.equal((await service.get(endpoint.status_url)).json.claimed, false)
})

test('with CLAIM_CONFIRM=button only the button claims', async () => {
  await using service = await startService({ env: { FORMSLOT_CLAIM_CONFIRM: 'button' } })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  const link = await service.linkIn('claim')
  assert.match((await service.get(link, BROWSER)).text, /method="post"/i)
  assert.equal((await service.get(endpoint.status_url)).json.claimed, false)
  const foreign = await service.post(link, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(foreign.status, 403)
  assert.equal((await service.post(link, { headers: { 'sec-fetch-site': 'same-origin' } })).status, 200)
  assert.equal((await service.get(endpoint.status_url)).json.claimed, true)
})

test("a claim lifts the cap of fifty to the Free plan's fifty a month", async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  for (let sent = 0; sent < 50; sent += 1) await service.submit(endpoint, { message: 'x' })
  assert.equal((await service.submit(endpoint, { message: 'x' })).json.code, 'endpoint_frozen')
  await service.get(await service.linkIn('claim'), BROWSER)
  for (let sent = 0; sent < 50; sent += 1) {
    assert.equal((await service.submit(endpoint, { message: 'x' })).status, 200)
  }
  const refused = await service.submit(endpoint, { message: 'x' })
  assert.equal(refused.status, 429)
  assert.equal(refused.json.error, 'monthly quota reached')
  const wait = Number(refused.headers.get('retry-after'))
  assert.equal(service.now().getTime() + wait * 1000, Date.UTC(2026, 11, 1))
  service.pass({ seconds: wait - 1 })
  assert.equal((await service.submit(endpoint, { message: 'x' })).status, 429)
  service.pass({ seconds: 1 })
  assert.equal((await service.submit(endpoint, { message: 'x' })).status, 200)
})

test('a claimed endpoint does not expire', async () => {
  await using service = await startService()
  const endpoint = await service.claimedEndpoint()
  service.pass({ days: 400 })
  assert.equal((await service.submit(endpoint, { message: 'x' })).status, 200)
})

test("emails of a confirmed endpoint carry the submitter's address as Reply-To and no claim link", async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { email: 'jane@acme.org', message: 'one' })
  await service.post(await service.linkIn('claim'), {
    headers: { ...BROWSER, 'sec-fetch-site': 'same-origin' },
  })
  await service.submit(endpoint, { email: 'jane@acme.org', message: 'two' })
  await service.deliver()
  const [before, after] = await service.emails()
  assert.equal(before?.replyTo, undefined)
  assert.equal(after?.replyTo?.[0]?.address, 'jane@acme.org')
  assert.doesNotMatch(after?.text ?? '', /\/claim\//)
})

test('answers all foreign tokens alike', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  const link = await service.linkIn('claim')
  const declineUrl = await service.linkIn('disown')
  const token = link.split('/').at(-1) ?? ''
  const flipped = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const wrong of [flipped, token.slice(1), 'x', declineUrl.split('/').at(-1)]) {
    assert.equal((await service.get(`/claim/${wrong}`, BROWSER)).status, 404)
  }
})

test('an expired endpoint cannot be claimed', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  const link = await service.linkIn('claim')
  service.pass({ days: 30 })
  assert.equal((await service.get(link, BROWSER)).status, 410)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'expired')
})

test('"This wasn\'t me" retires the endpoint, deletes its data a day later, and suppresses the recipient', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const declineUrl = await service.linkIn('disown')
  await service.submit(endpoint, { message: 'two, not yet sent' })
  const page = await service.get(declineUrl, BROWSER)
  assert.equal(page.status, 200)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'unclaimed', 'GET changes nothing')
  const done = await service.post(declineUrl, { form: { 'List-Unsubscribe': 'One-Click' } })
  assert.equal(done.status, 200)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'retired')
  const refused = await service.submit(endpoint, { message: 'three' })
  assert.equal(refused.status, 410)
  assert.equal(refused.json.error, 'endpoint retired')
  await service.deliver()
  assert.equal((await service.emails()).length, 1, 'the email that waited is not sent')
  service.pass({ days: 1 })
  await service.service.maintenance()
  for (const table of ['submissions', 'outbox', 'attempts']) {
    assert.deepEqual(await service.sql(`select key from ${table}`), [], table)
  }
  const creation = await service.post('/new', { form: { recipient: 'Ada+again@lovelace.dev' } })
  assert.equal(creation.status, 403)
  assert.equal(creation.json.code, 'recipient_suppressed')
  const tried = await service.post('/new?dry_run=1', { form: { recipient: 'ada@lovelace.dev' } })
  const other = await service.post('/new?dry_run=1', { form: { recipient: 'bo@builds.dev' } })
  assert.deepEqual([tried.status, tried.json], [200, other.json], 'a dry run does not tell')
  assert.equal((await service.post(declineUrl, {})).status, 200, 'pressing twice is harmless')
})

test('every email has a one-click unsubscribe header, which also silences other unclaimed endpoints', async () => {
  await using service = await startService()
  const one = await service.createEndpoint()
  const other = await service.createEndpoint()
  await service.submit(one, { message: 'one' })
  await service.deliver()
  const [email] = await service.emails()
  const header = email?.headers.find((each) => each.key === 'list-unsubscribe')?.value ?? ''
  const address = header.match(/<([^>]+)>/)?.[1] ?? ''
  assert.ok(address.startsWith(`${service.base}/disown/`))
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  assert.equal((await service.post(address, { body: form })).status, 200)
  assert.equal((await service.submit(other, { message: 'to a mailbox that said no' })).status, 200)
  await service.deliver()
  assert.equal((await service.emails()).length, 1)
})

test('one-click unsubscribe does not delete what a person has claimed', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const claim = await service.linkIn('claim')
  const declineUrl = await service.linkIn('disown')
  await service.post(`${claim}/open`, { headers: FROM_HERE })
  const stopped = await service.post(declineUrl, { form: { 'List-Unsubscribe': 'One-Click' } })
  assert.match(stopped.text, /<h1>Emails are off/)
  assert.doesNotMatch(stopped.text, /retired|deleted/)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  await service.submit(endpoint, { message: 'stored, not mailed' })
  await service.deliver()
  assert.deepEqual(await messagesMailed(service), ['one'])
  const start = /action="([^"]+\/start)"/.exec(stopped.text)?.[1] ?? ''
  assert.equal((await service.post(start, { headers: FROM_HERE })).status, 200)
  await service.submit(endpoint, { message: 'mailed again' })
  await service.deliver()
  assert.deepEqual(await messagesMailed(service), ['one', 'mailed again'])
})

test('rejects buttons pressed from other sites, and accepts RFC 8058 one-click requests from mail programs', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const declineUrl = await service.linkIn('disown')
  await service.post(await service.linkIn('claim'), {
    headers: { ...BROWSER, 'sec-fetch-site': 'same-origin' },
  })
  await service.submit(endpoint, { message: 'two' })
  const stop = await service.linkIn('emails')
  const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://mallory.dev' },
  ]
  for (const headers of elsewhere) {
    for (const link of [declineUrl, stop, `${stop}/start`]) {
      const answer = await service.post(link, { form: { 'List-Unsubscribe': 'yes' }, headers })
      assert.equal(answer.status, 403, link)
      assert.match(answer.text, /cross_site_action/)
    }
    assert.equal((await service.post(stop, { ...oneClick, headers })).status, 200)
    assert.equal((await service.post(`${stop}/start`, { ...oneClick, headers })).status, 403)
  }
  assert.match((await service.get(stop, BROWSER)).text, /Emails are off/)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  const headers = { origin: 'https://mail.dev' }
  assert.match((await service.post(declineUrl, { ...oneClick, headers })).text, /Emails are off/)
  const unclaimed = await service.createEndpoint('bo@builds.dev')
  await service.submit(unclaimed, { message: 'one' })
  const declineOther = await service.linkIn('disown')
  assert.equal((await service.post(declineOther, { ...oneClick, headers })).status, 200)
  assert.equal((await service.get(unclaimed.status_url)).json.state, 'retired')
})

test('counts claims by link and by button separately', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const link = await service.linkIn('claim')
  await service.post(link, { headers: { origin: 'https://mallory.dev' } })
  await service.post(link)
  await service.post(`${link}/open`)
  await service.get(link)
  const metrics = await service.service.metrics.render()
  const counts = [...metrics.matchAll(/formslot_claims_total\{result="(\w+)"\} (\d+)/g)]
  assert.deepEqual(
    counts.map(([, result, count]) => [result, count]),
    [
      ['cross_site_action', '1'],
      ['claimed', '1'],
      ['already_claimed', '2'],
    ],
  )
})

test("the claim page describes the owner's actual plan", async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const link = await service.linkIn('claim')
  const before = await service.get(link, { ...BROWSER, purpose: 'prefetch' })
  assert.match(before.text, /The Pro plan includes 10,000 messages a month/)
  for (let visit = 0; visit < 2; visit += 1)
    assert.match((await service.get(link, BROWSER)).text, /You now get 10,000 messages a month/)
})

test('the owner can stop and restart the emails of a claimed endpoint', async () => {
  await using service = await startService()
  const endpoint = await service.claimedEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const stop = await service.linkIn('emails')
  assert.equal((await service.get(stop, BROWSER)).status, 200)
  assert.equal((await service.post(stop, { form: { 'List-Unsubscribe': 'One-Click' } })).status, 200)
  assert.equal((await service.submit(endpoint, { message: 'two' })).status, 200)
  await service.deliver()
  assert.deepEqual(await messagesMailed(service), ['the first', 'one'])
  assert.equal((await service.post(`${stop}/start`, { headers: FROM_HERE })).status, 200)
  await service.submit(endpoint, { message: 'three' })
  await service.deliver()
  assert.deepEqual(await messagesMailed(service), ['the first', 'one', 'three'])
  assert.ok((await service.emails()).every((email) => email.to?.[0]?.address === ADA))
})

/** The messages in all emails about submissions, in order. */
async function messagesMailed(service: TestService): Promise<string[]> {
  return (await service.emails()).flatMap(
    ({ text = '' }) => /^ {2}message\n {4}(.+)$/m.exec(text)?.slice(1, 2) ?? [],
  )
}
