import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

/** The label, the text and the color of a badge. */
const read = (svg: string) => /aria-label="([^"]*)".* fill="(#[0-9a-f]{6})"\/><g/.exec(svg)?.slice(1) ?? [svg]
const GREEN = '#1f7a3f'
const RED = '#b3261e'
const GRAY = '#5a5f66'

test('a badge shows the status of the watches to everybody, from its publication until it is revoked', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url: url } = (await ada.post('/telemetry', { name: 'Back<ups> & "more"' })).json
  const place = `/telemetry/${id}/badge`
  const unknown = await service.get(`/t/${id}/badge.svg`)
  assert.equal((await ada.get(place)).json.url, null, 'off by default')
  const published = await ada.post(place)
  assert.equal(published.status, 200, published.text)
  const address = String(published.json.url)
  assert.match(address, new RegExp(`^${service.base}/t/${id}/badge\\.svg\\?key=[0-9a-hjkmnp-tv-z]{48}$`))
  assert.equal((await ada.post(place)).json.url, address, 'there is one')
  assert.equal((await ada.get(place)).json.url, address)

  const shown = await service.get(address)
  assert.equal(shown.status, 200)
  assert.deepEqual(
    ['content-type', 'cache-control', 'content-security-policy', 'cross-origin-resource-policy'].map((name) =>
      shown.headers.get(name),
    ),
    ['image/svg+xml; charset=utf-8', 'public, max-age=60', "default-src 'none'", 'cross-origin'],
  )
  assert.ok(shown.text.length < 1500)
  assert.match(
    shown.text,
    /^<svg [^>]*role="img" aria-label="Back&lt;ups&gt; &amp; &quot;more&quot;: unknown"><title>/,
  )
  assert.doesNotMatch(shown.text, /<script|href|style|on\w+=/)

  const name = 'Back&lt;ups&gt; &amp; &quot;more&quot;'
  const status = async () => read((await service.get(address)).text)
  assert.deepEqual(await status(), [`${name}: unknown`, GRAY])
  await ada.post(`/telemetry/${id}/watches`, { when: { kind: 'silence', for: '1h' } })
  assert.deepEqual(await status(), [`${name}: ok`, GREEN])
  service.pass({ hours: 1 })
  await service.service.lookAtWatches()
  assert.deepEqual(await status(), [`${name}: silent`, RED])
  for (let beat = 0; beat < 3; beat += 1) {
    assert.equal((await service.post(String(url), { json: { name: 'done' } })).status, 202)
    service.pass({ minutes: 40 })
  }
  await service.service.lookAtWatches()
  assert.deepEqual(await status(), [`${name}: ok`, GREEN])

  const wrong = address.slice(0, -1) + (address.endsWith('0') ? '1' : '0')
  const link = String((await ada.post(`/telemetry/${id}/public-link`)).json.url ?? '')
  const body = ({ text }: { text: string }) => text.replace(/req_\w+/, 'req')
  for (const other of [`/t/${id}/badge.svg`, wrong, `/t/${id}/badge.svg?key=${link.split('/').at(-1)}`]) {
    const answer = await service.get(other)
    assert.deepEqual([answer.status, body(answer)], [404, body(unknown)], other)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  const bo = await signIn(service, BO)
  const his = (await bo.post('/telemetry', {})).json
  const elsewhere = await service.get(address.replace(String(id), String(his.id)))
  assert.deepEqual([elsewhere.status, body(elsewhere)], [404, body(unknown)])
  for (const call of [bo.get, bo.post, bo.delete]) assert.equal((await call(place)).status, 404)

  assert.equal((await ada.delete(place)).status, 204)
  assert.equal((await ada.delete(place)).status, 204, 'repeatable')
  assert.equal((await service.get(address)).status, 404)
})

test('a badge that is published again has another key, and none outlives its endpoint', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id } = (await ada.post('/telemetry', {})).json
  const place = `/telemetry/${id}/badge`
  const first = String((await ada.post(place)).json.url)
  await ada.delete(place)
  const second = String((await ada.post(place)).json.url)
  assert.notEqual(second, first)
  assert.deepEqual([(await service.get(first)).status, (await service.get(second)).status], [404, 200])
  const audit = Object((await ada.get('/audit')).json).data.map(({ action }: { action: string }) => action)
  assert.deepEqual(audit.slice(0, 3), ['badge_published', 'badge_revoked', 'badge_published'])
  assert.equal((await ada.post(`/telemetry/${id}/retire`)).status, 200)
  assert.equal((await service.get(second)).status, 404)
  assert.equal((await ada.post(place)).json.code, 'endpoint_retired')
})

test('without a watch, a badge shows the promise of the creator', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const made = (await service.post('/t/new', { form: { recipient: ADA, expect_every: '1h' } })).json
  const id = String(made.telemetry_id)
  assert.equal((await ada.post(`/telemetry/${id}/claim`)).status, 200)
  const [watch] = Object((await ada.get(`/telemetry/${id}/watches`)).json).data
  assert.equal((await ada.delete(`/telemetry/${id}/watches/${watch.id}`)).status, 204)
  const address = String((await ada.post(`/telemetry/${id}/badge`)).json.url)
  assert.deepEqual(read((await service.get(address)).text), ['status: ok', GREEN])
  service.pass({ hours: 2 })
  assert.deepEqual(read((await service.get(address)).text), ['status: overdue', RED])
})
