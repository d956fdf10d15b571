import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { BO, startService } from '../../support/service/service.ts'

/** Well-formed ids of nothing, by kind. */
const UNKNOWN_IDS = {
  endpoint: 'f_0000000000000000',
  telemetry: 't_0000000000000000',
  queue: 'q_0000000000000000',
  submission: 'sub_00000000000000000000000000',
  key: 'key_00000000000000000000000000',
  session: 'ses_00000000000000000000000000',
  member: 'mem_00000000000000000000000000',
  label: 'lab_00000000000000000000000000',
  view: 'vie_00000000000000000000000000',
  device: 'dev_00000000000000000000000000',
}
/** The kind of the first id in a path, by the beginning of the path. */
const OWNED: readonly [beginning: string, kind: keyof typeof UNKNOWN_IDS][] = [
  ['/api/v1/endpoints/', 'endpoint'],
  ['/api/v1/telemetry/', 'telemetry'],
  ['/api/v1/queues/', 'queue'],
  ['/api/v1/submissions/', 'submission'],
  ['/api/v1/keys/', 'key'],
  ['/api/v1/sessions/', 'session'],
  ['/api/v1/account/members/', 'member'],
  ['/api/v1/me/memberships/', 'member'],
  ['/api/v1/labels/', 'label'],
  ['/api/v1/views/', 'view'],
  ['/api/v1/devices/', 'device'],
]

test("every documented route answers for another owner's ID as for an unknown one, and changes nothing", async () => {
  await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const { document } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { form_id } = ada.endpoint
  const mailbox = 'carol@site.dev'
  const added = await ada.post(`/endpoints/${form_id}/destinations`, { email: mailbox })
  const destination = String(added.json.id)
  const [submission] = Object((await ada.get('/submissions')).json).data
  const key = (await ada.post('/keys', { name: 'k', scopes: ['read'] })).json.id
  const adasIds = {
    endpoint: form_id,
    telemetry: String((await ada.post('/telemetry')).json.id),
    queue: String((await ada.post('/queues')).json.id),
    submission: submission.id,
    key: String(key),
    session: String(Object((await ada.get('/me')).json.session).id),
    member: String((await ada.post('/account/members', { email: mailbox, role: 'viewer' })).json.id),
    label: String((await ada.post('/labels', { name: 'urgent', color: 'red' })).json.id),
    view: String((await ada.post('/views', { name: 'All', filter: {} })).json.id),
    // Added only by a browser with a push service: see `devices.test.ts`.
    device: UNKNOWN_IDS.device,
  }
  const odd = Object.fromEntries(Object.keys(UNKNOWN_IDS).map((kind) => [kind, '%00'])) as typeof UNKNOWN_IDS
  const paths = [
    '/endpoints',
    '/telemetry',
    '/queues',
    '/submissions?folder=all',
    '/keys',
    '/sessions',
    '/account',
    '/account/members',
    '/labels',
    '/views',
  ]
  const readAll = async () => Promise.all(paths.map(async (path) => (await ada.get(path)).text))
  const before = await readAll()

  let seen = 0
  for (const { method, path, operation } of operations(document)) {
    if (!path.startsWith('/api/v1/') || !path.includes('{')) continue
    const kind = OWNED.find(([beginning]) => path.startsWith(beginning))?.[1]
    assert.ok(kind, `${path} names something that this test does not know`)
    const query = getRequiredQuery(operation)
    const body = getExample(operation)
    const ask = async (ids: typeof adasIds) => {
      const place = path
        .replace('/api/v1', '')
        .replace('{id}', ids[kind])
        .replace(/\{\w+\}/, destination)
      const sent = method === 'get' || body === undefined ? {} : { json: body }
      const answer = await service.post(`/api/v1${place}${query}`, {
        method: method.toUpperCase(),
        ...sent,
        headers: { cookie: bo.cookie, 'sec-fetch-site': 'same-origin' },
      })
      return { status: answer.status, text: answer.text.replace(/"request_id":"[^"]*"/, '') }
    }
    const [foreign, unknown] = [await ask(adasIds), await ask(UNKNOWN_IDS)]
    // A malformed id is refused without a query.
    assert.deepEqual(await ask(odd), unknown, `${method} ${path}`)
    assert.equal(unknown.status, 404, `${method} ${path}: ${unknown.text}`)
    assert.deepEqual(foreign, unknown, `${method} ${path}`)
    seen += 1
  }
  assert.ok(seen >= 15, `${seen} operations were tried`)
  assert.deepEqual(await readAll(), before)
})

/** The required query parameters of a request, each with its last documented value. */
function getRequiredQuery({ parameters = [] }: { parameters?: readonly unknown[] }): string {
  const required = parameters
    .map(Object)
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => [name, schema.enum.at(-1)])
  return required.length === 0 ? '' : `?${new URLSearchParams(required)}`
}

/** The documented body of a request. */
function getExample(operation: object): unknown {
  const content = Object(Object(Reflect.get(operation, 'requestBody')).content)
  return Object(content['application/json']).example
}
