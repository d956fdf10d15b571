import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ANNOTATIONS } from '../../../src/domain/telemetry/annotation.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'
import { inviteMember } from '../../support/fixtures/member.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { withFree } from '../../support/fixtures/quota.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

const KEPT_DAYS = 30

/** A telemetry endpoint of Ada, whose plan keeps events for 30 days. */
async function start(options: Parameters<typeof startService>[0] = {}) {
  const service = await startService({
    ...options,
    adjust: (config) => withFree(config, { telemetryRetentionDays: KEPT_DAYS }),
  })
  const ada = await signIn(service)
  const id = String((await ada.post('/telemetry', { name: 'Shop' })).json.id)
  return { service, ada, id, place: `/telemetry/${id}/annotations` }
}

async function listTexts(owner: Pick<Owner, 'get'>, place: string, query = ''): Promise<string[]> {
  const { data } = Object((await owner.get(`${place}${query}`)).json)
  return data.map(({ text }: { text: string }) => text)
}

const at = (service: TestService, ms: number) => later(service.now(), ms).toISOString()

test('annotations are added at a time, listed newest first within a time, and deleted', async () => {
  const { service, ada, place } = await start()
  await using _ = service
  const first = (await ada.post(place, { text: '  deployed 1.4 ' })).json
  assert.match(String(first.id), /^ann_[0-9a-z]{26}$/)
  assert.deepEqual(
    [first.text, first.at, first.created_at],
    ['deployed 1.4', service.now().toISOString(), service.now().toISOString()],
  )
  await ada.post(place, { text: 'yesterday', at: at(service, -DAY) })
  await ada.post(place, { text: 'long ago', at: at(service, -9 * DAY) })
  assert.deepEqual(await listTexts(ada, place), ['deployed 1.4', 'yesterday', 'long ago'])
  const window = `?since=${at(service, -9 * DAY)}&until=${at(service, 0)}`
  assert.deepEqual(await listTexts(ada, place, window), ['yesterday', 'long ago'])
  const exported = Object((await ada.get('/account/export')).json).telemetry[0]
  assert.deepEqual(exported.annotations, Object((await ada.get(place)).json).data)
  assert.equal((await ada.delete(`${place}/${first.id}`)).status, 204)
  assert.equal((await ada.delete(`${place}/${first.id}`)).json.code, 'annotation_not_found')
  assert.deepEqual(await listTexts(ada, place), ['yesterday', 'long ago'])
})

test('an annotation is one line of at most 100 characters, at a time that charts show', async () => {
  const { service, ada, place, id } = await start()
  await using _ = service
  const try_ = async (body: object) => {
    const answer = await ada.post(place, body)
    return answer.status === 201 ? 'added' : answer.json.field
  }
  assert.equal(await try_({ text: 'x'.repeat(100) }), 'added')
  for (const text of ['', '   ', 'x'.repeat(101), 'a\nb', 'a\u0000b', 7])
    assert.equal(await try_({ text }), 'text')
  assert.equal(await try_({ text: 'a', at: at(service, 5 * MINUTE) }), 'added')
  assert.equal(await try_({ text: 'a', at: at(service, 5 * MINUTE + 1) }), 'at')
  assert.equal(await try_({ text: 'a', at: at(service, 1 - KEPT_DAYS * DAY) }), 'added')
  assert.equal(await try_({ text: 'a', at: at(service, -KEPT_DAYS * DAY) }), 'at')
  assert.equal(await try_({ text: 'a', at: 'yesterday' }), 'at')
  assert.equal(await try_({ text: '<img src=x onerror=alert(1)>' }), 'added')
  await ada.post(`/telemetry/${id}/retire`)
  assert.equal((await ada.post(place, { text: 'late' })).json.code, 'endpoint_retired')
  assert.equal((await listTexts(ada, place)).length, 4, 'they can still be read')
})

test(`the annotation after the ${MAX_ANNOTATIONS}th is refused until one is deleted`, async () => {
  const { service, ada, place } = await start()
  await using _ = service
  const first = (await ada.post(place, { text: 'first' })).json.id
  const now = service.now().getTime()
  await service.sql(
    `insert into annotations
     with recursive more (n) as (select 1 union all select n + 1 from more where n < ${MAX_ANNOTATIONS - 2})
     select a.key - n, a.endpoint_key, ${now}, 'x', ${now} from more, annotations a where a.text = 'first'`,
  )
  const answers = await Promise.all(['a', 'b', 'c'].map((text) => ada.post(place, { text })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await ada.post(place, { text: 'more' })).json.code, 'limit_reached')
  await ada.delete(`${place}/${first}`)
  assert.equal((await ada.post(place, { text: 'more' })).status, 201)
})

test('viewers read annotations, editors add and delete them, and other owners see none', async () => {
  const { service, ada, place } = await start({ env: { FORMSLOT_DEFAULT_PLAN: 'free' } })
  await using _ = service
  const id = (await ada.post(place, { text: 'deployed' })).json.id
  const viewer = await inviteMember(service, ada, { email: 'view@acme.dev', role: 'viewer' })
  assert.deepEqual(await listTexts(viewer, place), ['deployed'])
  const asViewer = { headers: { cookie: viewer.cookie, 'sec-fetch-site': 'same-origin' } }
  for (const method of ['POST', 'DELETE']) {
    const path = method === 'POST' ? place : `${place}/${id}`
    const answer = await service.post(`/api/v1${path}`, {
      method,
      json: method === 'POST' ? { text: 'by a viewer' } : {},
      ...asViewer,
    })
    assert.deepEqual([answer.status, answer.json.code], [403, 'role_missing'])
  }
  const bo = await signIn(service, BO)
  const his = String((await bo.post('/telemetry')).json.id)
  assert.equal((await bo.get(place)).json.code, 'endpoint_not_found')
  assert.equal((await bo.post(place, { text: 'by Bo' })).json.code, 'endpoint_not_found')
  const foreign = await bo.delete(`/telemetry/${his}/annotations/${id}`)
  assert.equal(foreign.json.code, 'annotation_not_found')
  assert.deepEqual(await listTexts(ada, place), ['deployed'])
})

test('annotations go with the events of their time, and with the account', async () => {
  const { service, ada, place } = await start()
  await using _ = service
  await ada.post(place, { text: 'old' })
  service.pass({ days: 1 })
  const again = await signIn(service)
  await again.post(place, { text: 'young' })
  service.pass({ milliseconds: (KEPT_DAYS - 1) * DAY - 2 * HOUR })
  await service.service.maintenance()
  assert.deepEqual(await listTexts(await signIn(service), place), ['young', 'old'])
  service.pass({ hours: 4 })
  await service.service.maintenance()
  const reader = await signIn(service)
  assert.deepEqual(await listTexts(reader, place), ['young'])
  assert.equal((await reader.delete('/account')).status, 204)
  await service.service.maintenance()
  assert.deepEqual(await service.sql('select * from annotations'), [])
})
