import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const GOAL = { name: 'signup', per_day: 200, time_zone: 'Europe/Berlin' }

test('a goal counts the events of its name since midnight in its time zone', async () => {
  await using service = await startService()
  let ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const place = `/telemetry/${id}/goal`
  assert.deepEqual((await ada.get(place)).json, { goal: null })
  const { goal } = Object((await ada.post(place, GOAL)).json)
  assert.deepEqual(goal, { ...GOAL, today: { since: goal.today.since, count: 0 } })
  assert.ok(goal.today.since.endsWith('T23:00:00.000Z'))
  const send = (names: readonly string[]) =>
    service.post(String(telemetry_url), { json: names.map((name) => ({ name })) })
  await send(['signup', 'signup', 'other'])
  assert.equal(Object((await ada.get(place)).json).goal.today.count, 2)
  const exported = Object((await ada.get('/account/export')).json).telemetry[0]
  assert.deepEqual(exported.goal, GOAL)
  service.pass({ days: 1 })
  ada = await signIn(service)
  await send(['signup'])
  assert.equal(Object((await ada.get(place)).json).goal.today.count, 1, 'those of yesterday are not counted')
  assert.equal((await ada.delete(place)).status, 204)
  assert.deepEqual((await ada.get(place)).json, { goal: null })
})

test('refuses a goal out of range, of an unknown time zone, of a retired endpoint, and of another owner', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id } = (await ada.post('/telemetry', { name: 'Shop' })).json
  const place = `/telemetry/${id}/goal`
  for (const [change, field] of [
    [{ per_day: 0 }, 'per_day'],
    [{ per_day: 1_000_000_001 }, 'per_day'],
    [{ per_day: 1.5 }, 'per_day'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
  ] as const) {
    assert.equal((await ada.post(place, { ...GOAL, ...change })).json.field, field, JSON.stringify(change))
  }
  assert.equal((await ada.post(place, { ...GOAL, per_day: 1_000_000_000, name: '__proto__' })).status, 200)
  const bo = await signIn(service, BO)
  for (const answer of [await bo.get(place), await bo.post(place, GOAL), await bo.delete(place)]) {
    assert.equal(answer.json.code, 'endpoint_not_found')
  }
  await ada.post(`/telemetry/${id}/retire`)
  assert.equal((await ada.post(place, GOAL)).json.code, 'endpoint_retired')
  assert.equal((await ada.delete(place)).status, 204)
})
