import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const FORMULA = '=HYPERLINK("http://evil.example")'

test('exports the events that a filter selects, for programs exactly and for spreadsheets without formulas', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { id, telemetry_url } = (await ada.post('/telemetry', { name: 'Shop' })).json
  await service.post(String(telemetry_url), {
    body: `[
      {"name":"signup","id":"a-1","props":{"plan":"pro","__proto__":"x"},"url":"https://ada.dev/","user":"u\\n=1"},
      {"name":"${FORMULA.replaceAll('"', '\\"')}","props":{"plan":"free"}}]`,
    headers: { 'content-type': 'application/json' },
  })
  await ada.post(`/telemetry/${id}/test`)
  const place = `/telemetry/${id}/events/export`
  const all = await ada.get(place)
  assert.equal(all.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.match(
    all.headers.get('content-disposition') ?? '',
    /^attachment; filename="events-t_[\da-z]+-[\d-]+\.csv"$/,
  )
  const records = all.text.split('\r\n')
  assert.equal(
    records[0],
    '"id","name","time","received_at","url","referrer","user","client_id","test","props"',
  )
  assert.equal(records.length, 1 + 3 + 1)
  assert.match(records[1] ?? '', /,"yes","/)
  assert.ok(records[2]?.includes(`"${FORMULA.replaceAll('"', '""')}"`))
  assert.ok(
    records[3]?.endsWith(`"u\n=1","a-1","","{""plan"":""pro"",""__proto__"":""x""}"`),
    records[3] ?? '',
  )

  const some = (await ada.get(`${place}?prop=plan&value=free&bom=1`)).text
  assert.ok(some.startsWith('"id"'))
  assert.ok(some.includes(`"'${FORMULA.replaceAll('"', '""')}"`))
  assert.equal(some.split('\r\n').length, 1 + 1 + 1)
  assert.ok((await ada.get(`${place}?name=signup&bom=1`)).text.includes(`"u\n'=1"`))

  const [entry] = Object((await ada.get('/audit')).json).data
  assert.deepEqual([entry.action, entry.subject, entry.detail], ['events_exported', id, '1'])
  const bo = await signIn(service, BO)
  assert.equal((await bo.get(place)).json.code, 'endpoint_not_found')
})
