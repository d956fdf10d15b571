import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

type Names = { endpoint: string; submission: string }
type Call = [
  method: 'get' | 'post' | 'patch' | 'delete',
  path: (names: Names) => string,
  body?: (names: Names) => object,
]

/** Calls that name an endpoint or a submission; `strangers-everywhere.test.ts` checks that none is missing. */
const CALLS: readonly Call[] = [
  ['get', ({ endpoint }) => `/endpoints/${endpoint}`],
  ['patch', ({ endpoint }) => `/endpoints/${endpoint}`, () => ({ name: 'Mine now' })],
  ['post', ({ endpoint }) => `/endpoints/${endpoint}/retire`],
  ['post', ({ endpoint }) => `/endpoints/${endpoint}/test`],
  ['delete', ({ endpoint }) => `/endpoints/${endpoint}/submissions`],
  ['get', ({ endpoint }) => `/submissions?endpoint=${endpoint}`],
  ['get', ({ endpoint }) => `/submissions/export?endpoint=${endpoint}`],
  ['get', ({ submission }) => `/submissions/${submission}`],
  ['patch', ({ submission }) => `/submissions/${submission}`, () => ({ read: true, folder: 'spam' })],
  ['get', ({ endpoint }) => `/endpoints/${endpoint}/emails/preview`],
  ['get', ({ submission }) => `/submissions/${submission}/deliveries`],
  ['post', ({ submission }) => `/submissions/${submission}/resend`],
  ['delete', ({ submission }) => `/submissions/${submission}`],
  ['delete', ({ submission }) => `/submissions/${submission}?permanent=true`],
  ...(['read', 'archive', 'delete', 'restore', 'delete_permanently'] as const).flatMap((action): Call[] => [
    ['post', () => '/submissions/bulk', ({ submission }) => ({ ids: [submission], action })],
    ['post', () => '/submissions/bulk', ({ endpoint }) => ({ filter: { endpoint, folder: 'all' }, action })],
  ]),
  ['get', ({ endpoint }) => `/endpoints?q=${endpoint}`],
]

/** The answer without the parts that always differ. */
async function answerTo(owner: Owner, [method, path, body]: Call, names: Names) {
  const sent = body?.(names)
  const { status, text, headers } = await (method === 'get'
    ? owner.get(path(names))
    : owner[method](path(names), sent))
  const seen = [...headers].filter(([name]) => name !== 'request-id' && name !== 'date')
  return { status, headers: seen, text: text.replace(/"request_id":"[^"]*"/, '') }
}

test("every operation on another owner's IDs answers as if they did not exist, and changes nothing", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const { data } = (await ada.get('/submissions')).json as { data: { id: string }[] }
  const adasIds: Names = { endpoint: ada.endpoint.form_id, submission: data[0]?.id ?? '' }
  // Bo's deleted submissions and unowned endpoints are unknown as well.
  const gone = ((await bo.get('/submissions')).json.data as { id: string }[])[0]?.id ?? ''
  await bo.delete(`/submissions/${gone}?permanent=true`)
  const unclaimed = await service.createEndpoint('carol@site.dev')
  const unknown: readonly Names[] = [
    { endpoint: 'f_0000000000000000', submission: gone },
    { endpoint: unclaimed.form_id, submission: gone },
  ]
  const before = [await ada.get(`/endpoints/${adasIds.endpoint}`), await ada.get('/submissions?folder=all')]
  for (const call of CALLS) {
    const answer = await answerTo(bo, call, adasIds)
    for (const names of unknown) {
      assert.deepEqual(answer, await answerTo(bo, call, names), `${call[0]} ${call[1](adasIds)}`)
    }
    assert.ok(!answer.text.includes('lovelace'))
  }
  const after = [await ada.get(`/endpoints/${adasIds.endpoint}`), await ada.get('/submissions?folder=all')]
  assert.deepEqual(
    after.map((one) => one.text),
    before.map((one) => one.text),
  )
  // The same calls find Bo's own data.
  const sent = await service.submit(bo.endpoint, { message: 'hello' })
  await service.deliver()
  const own: Names = { endpoint: bo.endpoint.form_id, submission: String(sent.json.submission_id) }
  for (const call of CALLS) {
    if (call[0] === 'delete' || call[1](own).endsWith('/retire')) continue
    assert.ok((await answerTo(bo, call, own)).status < 300, `${call[0]} ${call[1](own)}`)
  }
})
