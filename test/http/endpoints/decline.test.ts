import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suppress } from '../../../src/commands/suppress.ts'
import { claimFor, FROM_HERE, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }
const UNLIMITED = { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CREATE_PER_HOUR: '0' }
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' }

/** Follows every link of every email, and every link of the pages behind them, with GET, as a mail scanner does. */
async function scan(service: TestService): Promise<string[]> {
  await service.deliver()
  const toVisit = (await service.emails()).flatMap(({ text = '', headers }) => {
    const stop = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    return [...`${text} ${stop}`.matchAll(new RegExp(`${service.base}/[^\\s>]+`, 'g'))].map(([link]) => link)
  })
  const visited = new Set<string>()
  for (let link = toVisit.pop(); link !== undefined; link = toVisit.pop()) {
    if (visited.has(link)) continue
    visited.add(link)
    const { text } = await service.get(link, BROWSER)
    for (const [, href = ''] of text.matchAll(/(?:href|action)="([^"]+)"/g)) {
      const { href: found } = new URL(href.replaceAll('&amp;', '&'), service.base)
      if (found.startsWith(`${service.base}/`)) toVisit.push(found)
    }
  }
  return [...visited]
}

test('on the claim page "This wasn’t me" is a link to a page that asks, which a mail scanner may follow', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const page = await service.get(await service.linkIn('claim'), BROWSER)
  const [, declineUrl = ''] = /<a href="([^"]+)">This wasn’t me<\/a>/.exec(page.text) ?? []
  assert.ok(declineUrl.startsWith(`${service.base}/disown/`))
  assert.ok(!page.text.includes(`action="${declineUrl}"`), 'no button of this page declines')
  const visited = await scan(service)
  assert.ok(visited.includes(declineUrl))
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)
})

test('"This wasn’t me" can be undone for 24 hours by the same link, and nothing is lost', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'delivered' })
  const declineUrl = await service.linkIn('disown')
  const claim = await service.linkIn('claim')
  await service.submit(endpoint, { message: 'waits to be sent' })
  const done = await service.post(declineUrl)
  assert.match(done.text, /<h1>It’s shut down/)
  assert.match(done.text, /until 11 November 2026 at 09:00 UTC/)
  assert.equal(undoIn(done.text), `${declineUrl}/undo`)
  await service.deliver()
  assert.equal((await service.emails()).length, 1, 'nothing about a declined endpoint is sent')
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.code, 'recipient_suppressed')

  service.pass({ hours: 23, minutes: 59, seconds: 57 })
  await service.service.maintenance()
  await scan(service)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'retired', 'GET undoes nothing')
  assert.equal(undoIn((await service.get(declineUrl, BROWSER)).text), `${declineUrl}/undo`)
  const undone = await service.post(`${declineUrl}/undo`, { headers: FROM_HERE })
  assert.match(undone.text, /<h1>Undone/)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'unclaimed')
  await service.deliver()
  assert.equal((await service.emails()).length, 2, 'the email that waited is sent')
  assert.equal((await service.submit(endpoint, { message: 'works again' })).status, 200)
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)
  assert.match((await service.post(`${declineUrl}/undo`)).text, /<h1>Undone/, 'undoing twice is harmless')
  assert.equal((await service.get(claim, BROWSER)).status, 200)
  assert.equal((await service.sql('select key from submissions')).length, 3)
})

test('after 24 hours a decline is final, and the data is deleted within the hour', async () => {
  await using service = await startService({ env: UNLIMITED })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const declineUrl = await service.linkIn('disown')
  await service.submit(endpoint, { message: 'two, not yet sent' })
  await service.post(declineUrl)
  service.pass({ hours: 24 })
  const page = await service.get(declineUrl, BROWSER)
  assert.match(page.text, /more than 24 hours ago/)
  assert.equal(undoIn(page.text), undefined)
  assert.match((await service.post(`${declineUrl}/undo`)).text, /more than 24 hours ago/)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'retired')
  await service.deliver()
  await service.service.maintenance()
  await service.deliver()
  assert.equal((await service.emails()).length, 1)
  for (const table of ['submissions', 'outbox', 'attempts']) {
    assert.deepEqual(await service.sql(`select key from ${table}`), [], table)
  }
  assert.match((await service.post(`${declineUrl}/undo`)).text, /more than 24 hours ago/)
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).json.code, 'recipient_suppressed')
})

test('undoing one decline lifts neither the suppression by another one nor the operator’s', async () => {
  await using service = await startService({ env: UNLIMITED })
  const createdFor = async () => (await service.post('/new', { form: { recipient: ADA } })).json.code
  const links: string[] = []
  for (const endpoint of [await service.createEndpoint(), await service.createEndpoint()]) {
    await service.submit(endpoint, { message: 'one' })
    links.push(await service.linkIn('disown'))
  }
  for (const link of links) await service.post(link)
  await service.post(`${links[0]}/undo`)
  assert.equal(await createdFor(), 'recipient_suppressed')
  await service.post(`${links[1]}/undo`)
  assert.equal(await createdFor(), undefined)
  await service.post(String(links[0]))
  const operator = (to: 'suppress' | 'unsuppress') =>
    suppress(service.config, { to, mailbox: ADA, now: service.now() })
  await operator('suppress')
  await service.post(`${links[0]}/undo`)
  service.pass({ seconds: 2 })
  assert.equal(await createdFor(), 'recipient_suppressed')
  await service.post(String(links[1]))
  await operator('unsuppress')
  service.pass({ seconds: 2 })
  assert.equal(await createdFor(), undefined, 'the operator lifts it, whatever caused it')
})

test('only a page of this service undoes a decline, not another site and not a mail program', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const declineUrl = await service.linkIn('disown')
  await service.post(declineUrl, { form: ONE_CLICK })
  const headers = { origin: 'https://mallory.dev' }
  assert.equal((await service.post(`${declineUrl}/undo`, { form: ONE_CLICK, headers })).status, 403)
  const stranger = declineUrl.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  assert.equal((await service.post(`${stranger}/undo`)).status, 404)
  assert.equal((await service.get(endpoint.status_url)).json.state, 'retired')
})

test('an owner who retires a form cannot have that undone by an old link', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const declineUrl = `${service.base}/disown/${await declineTokenIn(service)}`
  await ada.post(`/endpoints/${ada.endpoint.form_id}/retire`)
  assert.match((await service.post(`${declineUrl}/undo`)).text, /<h1>Already shut down/)
  assert.equal((await service.get(ada.endpoint.status_url)).json.state, 'retired')
})

test('undoing gives a queue back with its messages', async () => {
  await using service = await startService({ env: UNLIMITED })
  const queue = await createQueue(service)
  await queue.publish('the first')
  await service.deliver()
  const declineUrl = `${service.base}/disown/${await declineTokenIn(service)}`
  await service.post(declineUrl)
  assert.equal((await queue.publish('refused')).status, 410)
  await service.post(`${declineUrl}/undo`)
  assert.equal((await queue.publish('the second')).status, 201)
  assert.equal((await queue.pulled({ batch_size: 10 })).length, 2)
})

test('nothing is undone for an account that was deleted meanwhile', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  const declineUrl = `${service.base}/disown/${await declineTokenIn(service)}`
  await service.post(declineUrl, { headers: FROM_HERE })
  assert.equal((await ada.delete('/account')).status, 204)
  assert.match((await service.post(`${declineUrl}/undo`)).text, /<h1>Already shut down/)
  assert.equal((await service.get(ada.endpoint.status_url)).json.state, 'retired')
})

for (const claimed of ['by a person', 'by its link alone'] as const) {
  test(`declining a stranger’s form never silences an owner’s form that was claimed ${claimed}`, async () => {
    await using service = await startService({ env: UNLIMITED })
    const own = claimed === 'by a person' ? (await signIn(service)).endpoint : await claimFor(service)
    const foreign = await service.createEndpoint()
    const unclaimed = await service.createEndpoint()
    await service.submit(unclaimed, { message: 'first' })
    await service.submit(foreign, { message: 'spam' })
    assert.equal((await service.post(await service.linkIn('disown'))).status, 200)
    const before = (await service.emails()).length
    await service.submit(unclaimed, { message: 'silenced' })
    await service.submit(own, { message: 'a real order' })
    await service.deliver()
    const sent = (await service.emails()).slice(before)
    assert.equal(sent.length, 1, 'the unclaimed form is silenced, the own one is not')
    assert.match(sent[0]?.text ?? '', /a real order/)
    const browser = openBrowserFor(service)
    await browser.post('/sign-in', { email: ADA })
    await browser.post(await service.linkIn('sign-in'))
    assert.equal(await browser.mailbox(), ADA, 'sign-in emails of the account are never silenced')
  })
}

test('the page names the other endpoints of the address, and tells a stranger nothing that opens them', async () => {
  await using service = await startService({ env: UNLIMITED })
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Secret project' })
  const tagged = await service.createEndpoint('ada+mallory@lovelace.dev')
  const ofBo = await service.createEndpoint(BO)
  const expired = await service.createEndpoint()
  service.pass({ days: 30 })
  const unclaimed = await service.createEndpoint('Ada@Lovelace.dev')
  const foreign = await service.createEndpoint()
  await service.submit(foreign, { message: 'spam' })
  const declineUrl = await service.linkIn('disown')
  const shown = (page: string) => [...page.matchAll(/<code>(\w+)…<\/code>/g)].map(([, id]) => id)
  const short = (endpoint: Endpoint) => endpoint.form_id.slice(0, 10)
  const expected = [short(ada.endpoint), short(unclaimed)]
  const ask = await service.get(declineUrl, BROWSER)
  assert.deepEqual(shown(ask.text), expected)
  const done = await service.post(declineUrl)
  assert.deepEqual(shown(done.text), expected)
  for (const { text } of [ask, done]) {
    for (const other of [ada.endpoint, tagged, ofBo, expired, unclaimed]) {
      assert.ok(!text.includes(other.form_id), 'no whole id')
    }
    assert.doesNotMatch(text, /Secret project|ada@|lovelace/i)
  }
})

/** The address that the undo button of a page posts to. */
function undoIn(page: string): string | undefined {
  return /action="([^"]+\/undo)"/.exec(page)?.[1]
}

/** The token of the newest "This wasn't me" link in any email. */
async function declineTokenIn(service: TestService): Promise<string> {
  await service.deliver()
  const texts = (await service.emails()).map(({ text = '' }) => text).join('\n')
  const token = [...texts.matchAll(/\/disown\/([0-9a-z]+)/g)].at(-1)?.[1]
  if (!token) throw new Error('no decline link')
  return token
}
