import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VERSION } from '../../../src/version.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const OPERATORS = { env: { FORMSLOT_OPERATORS: ADA } }

type Instance = {
  storage: {
    database: string
    database_bytes: number
    free_bytes: number
    bytes_per_day: number | null
    full_at: string | null
  }
  nodes: { name: string; version: string; runs: boolean }[]
  refused: { what: string; code: string; count: number }[]
  backed_up_at: string | null
}

test('the instance says how large it is, how it grows, and which nodes run', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const load = async () => (await ada.get('/operator/instance')).json as unknown as Instance
  const first = await load()
  assert.ok(first.storage.database_bytes > 200_000, 'with what is in the log')
  assert.deepEqual(
    [first.storage.bytes_per_day, first.storage.full_at, first.backed_up_at],
    [null, null, null],
  )

  await service.service.purge()
  await service.sql('update storage_days set database_bytes = 1000, file_bytes = 0')
  service.pass({ days: 4 })
  await service.service.purge()
  const { storage } = await load()
  assert.ok(Number(storage.bytes_per_day) > 1000)
  if (storage.database === 'sqlite') assert.ok(new Date(String(storage.full_at)) > service.now())
  else assert.equal(storage.full_at, null)

  await service.service.recordNode()
  const [node] = (await load()).nodes
  assert.match(String(node?.name), /.+:\d+$/)
  assert.deepEqual([node?.version, node?.runs], [VERSION, true])
  service.pass({ minutes: 4 })
  assert.deepEqual(
    (await load()).nodes.map(({ runs }) => runs),
    [false],
  )
  service.pass({ hours: 1 })
  assert.deepEqual((await load()).nodes, [])
  await service.service.purge()
  assert.deepEqual(await service.sql('select * from nodes'), [])
})

test('the instance says what it refused, and which forms refused the most', async () => {
  await using service = await startService(OPERATORS)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await bo.patch(`/endpoints/${bo.endpoint.form_id}`, { allowed_origins: ['https://studio.dev'] })
  const submit = (endpoint: typeof ada.endpoint) =>
    service.post(endpoint.endpoint_url, {
      form: { message: 'x' },
      headers: { origin: 'https://evil.example' },
    })
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await submit(bo.endpoint)).status, 403)
  assert.equal((await service.submit(ada.endpoint, {})).status, 400)
  assert.equal((await service.post('/f/f_nothing', { form: { message: 'x' } })).status, 404)
  await service.service.purge()

  const { refused } = (await ada.get('/operator/instance')).json as unknown as Instance
  assert.deepEqual(refused[0], { what: 'submissions', code: 'origin_not_allowed', count: 3 })
  assert.deepEqual(refused.map(({ code }) => code).includes('accepted'), false)
  const { data } = (await ada.get('/operator/refusals')).json as unknown as {
    data: { id: string; refused: number }[]
  }
  assert.deepEqual(data, [
    {
      ...{
        id: bo.endpoint.form_id,
        kind: 'form',
        owner: BO,
        site: null,
        refused: 3,
      },
      codes: [{ code: 'origin_not_allowed', count: 3 }],
    },
    {
      ...{
        id: ada.endpoint.form_id,
        kind: 'form',
        owner: ADA,
        site: null,
        refused: 1,
      },
      codes: [{ code: 'fields_missing', count: 1 }],
    },
  ])
  service.pass({ hours: 25 })
  assert.deepEqual((await ada.get('/operator/refusals')).json, { data: [] })
  assert.equal((await bo.get('/operator/refusals')).status, 404)
})

test('/operator leads to the desk', async () => {
  await using service = await startService()
  const answer = await fetch(`${service.base}/operator`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${service.base}/app/operator`])
})
