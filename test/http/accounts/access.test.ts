import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDemand } from '../../../src/http/accounts/access.ts'
import { inviteMember } from '../../support/fixtures/member.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro' }
/** A parameter that no operation has: what is permitted is refused for it, and nothing changes. */
const UNKNOWN = { nothing: 'of this name' }
/** One row for each route: the least role, and whether a member of a single form may send it, too. */
const ROUTES: Readonly<
  Record<string, 'self' | `${'viewer' | 'editor' | 'owner'} ${'form' | 'account'}` | 'holder'>
> = {
  'GET /me': 'self',
  'PATCH /me': 'self',
  'POST /me/account': 'self',
  'DELETE /me/memberships/{id}': 'self',
  'GET /sessions': 'self',
  'DELETE /sessions/{id}': 'self',
  'DELETE /sessions': 'self',
  'POST /sign-out': 'self',
  'GET /devices': 'holder',
  'POST /devices': 'holder',
  'PATCH /devices/{id}': 'holder',
  'DELETE /devices/{id}': 'holder',
  'POST /devices/{id}/test': 'holder',
  'POST /step-up': 'self',
  'POST /step-up/confirm': 'self',
  'GET /account': 'viewer account',
  'PATCH /account': 'holder',
  'DELETE /account': 'holder',
  'GET /account/export': 'holder',
  'GET /account/canned-answers': 'viewer account',
  'PATCH /account/canned-answers': 'owner account',
  'DELETE /account/learned-words': 'owner account',
  'GET /account/members': 'owner account',
  'POST /account/members': 'owner account',
  'PATCH /account/members/{id}': 'owner account',
  'DELETE /account/members/{id}': 'owner account',
  'GET /account/email-key': 'owner account',
  'POST /account/email-key': 'holder',
  'PATCH /account/email-key': 'holder',
  'DELETE /account/email-key': 'holder',
  'POST /account/email-key/look-up': 'holder',
  'GET /account/bounced-addresses': 'holder',
  'POST /account/bounced-addresses/start': 'holder',
  'GET /operator/emails': 'holder',
  'GET /operator/owners': 'holder',
  'GET /operator/endpoints': 'holder',
  'GET /operator/log': 'holder',
  'GET /operator/instance': 'holder',
  'GET /operator/refusals': 'holder',
  'GET /operator/export': 'holder',
  'POST /operator/deletions': 'holder',
  'GET /operator/usage': 'holder',
  'POST /operator/plans': 'holder',
  'POST /operator/suspensions': 'holder',
  'POST /operator/sign-outs': 'holder',
  'GET /audit': 'owner account',
  'GET /keys': 'owner account',
  'POST /keys': 'owner account',
  'DELETE /keys/{id}': 'owner account',
  'GET /usage': 'viewer account',
  'GET /endpoints': 'viewer form',
  'GET /endpoints/unclaimed': 'holder',
  'POST /endpoints': 'owner account',
  'GET /endpoints/{id}': 'viewer form',
  'PATCH /endpoints/{id}': 'owner form',
  'POST /endpoints/{id}/claim': 'holder',
  'POST /endpoints/{id}/confirm': 'holder',
  'GET /endpoints/{id}/hand-over': 'holder',
  'POST /endpoints/{id}/hand-over': 'holder',
  'DELETE /endpoints/{id}/hand-over': 'holder',
  'POST /endpoints/{id}/hand-over/confirm': 'holder',
  'POST /endpoints/{id}/decline': 'holder',
  'POST /endpoints/{id}/undo-decline': 'holder',
  'POST /endpoints/{id}/retire': 'owner form',
  'DELETE /endpoints/{id}/submissions': 'owner form',
  'POST /endpoints/{id}/test': 'editor form',
  'POST /endpoints/{id}/import': 'owner form',
  'POST /erasures': 'owner account',
  'GET /endpoints/{id}/health': 'viewer form',
  'POST /endpoints/{id}/emails/resend': 'owner form',
  'GET /endpoints/{id}/emails/preview': 'owner form',
  'GET /endpoints/{id}/destinations': 'owner form',
  'POST /endpoints/{id}/destinations': 'owner form',
  'PATCH /endpoints/{id}/destinations/{destination_id}': 'owner form',
  'DELETE /endpoints/{id}/destinations/{destination_id}': 'owner form',
  'POST /endpoints/{id}/destinations/{destination_id}/resend': 'owner form',
  'POST /endpoints/{id}/destinations/{destination_id}/test': 'owner form',
  'POST /endpoints/{id}/destinations/{destination_id}/rotate': 'owner form',
  'GET /endpoints/{id}/destinations/{destination_id}/deliveries': 'owner form',
  'POST /endpoints/{id}/destinations/{destination_id}/recover': 'owner form',
  'GET /submissions': 'viewer form',
  'GET /submissions/count': 'viewer form',
  'GET /submissions/export': 'viewer form',
  'GET /submissions/doubtful': 'viewer form',
  'POST /submissions/bulk': 'editor form',
  'POST /submissions/review': 'editor form',
  'GET /submissions/{id}': 'viewer form',
  'PATCH /submissions/{id}': 'editor form',
  'DELETE /submissions/{id}': 'editor form',
  'POST /submissions/{id}/answer': 'editor form',
  'DELETE /submissions/{id}/answer': 'editor form',
  'GET /submissions/{id}/deliveries': 'viewer form',
  'POST /submissions/{id}/resend': 'editor form',
  'GET /submissions/{id}/files': 'viewer form',
  'GET /submissions/{id}/files/{file_id}': 'viewer form',
  'POST /submissions/{id}/files/{file_id}/link': 'editor form',
  'POST /submissions/{id}/files/revoke-links': 'editor form',
  'GET /assignees': 'viewer form',
  'GET /labels': 'viewer account',
  'POST /labels': 'editor account',
  'PATCH /labels/{id}': 'editor account',
  'DELETE /labels/{id}': 'editor account',
  'GET /views': 'viewer account',
  'POST /views': 'editor account',
  'PATCH /views/{id}': 'editor account',
  'DELETE /views/{id}': 'editor account',
  'GET /telemetry': 'viewer account',
  'GET /telemetry/unclaimed': 'holder',
  'POST /telemetry': 'owner account',
  'GET /telemetry/{id}': 'viewer account',
  'PATCH /telemetry/{id}': 'owner account',
  'POST /telemetry/{id}/claim': 'holder',
  'POST /telemetry/{id}/confirm': 'holder',
  'POST /telemetry/{id}/decline': 'holder',
  'POST /telemetry/{id}/undo-decline': 'holder',
  'POST /telemetry/{id}/retire': 'owner account',
  'GET /telemetry/{id}/keys': 'owner account',
  'POST /telemetry/{id}/keys': 'owner account',
  'DELETE /telemetry/{id}/keys/{key}': 'owner account',
  'GET /telemetry/{id}/events': 'viewer account',
  'GET /telemetry/{id}/events/export': 'viewer account',
  'DELETE /telemetry/{id}/events': 'owner account',
  'GET /telemetry/{id}/stats': 'viewer account',
  'GET /telemetry/{id}/props': 'viewer account',
  'GET /telemetry/{id}/values': 'viewer account',
  'POST /telemetry/{id}/test': 'editor account',
  'GET /telemetry/{id}/public-link': 'owner account',
  'POST /telemetry/{id}/public-link': 'owner account',
  'DELETE /telemetry/{id}/public-link': 'owner account',
  'GET /telemetry/{id}/watches': 'viewer account',
  'POST /telemetry/{id}/watches': 'owner account',
  'GET /telemetry/{id}/watches/{watch_id}': 'viewer account',
  'PATCH /telemetry/{id}/watches/{watch_id}': 'owner account',
  'DELETE /telemetry/{id}/watches/{watch_id}': 'owner account',
  'GET /telemetry/{id}/goal': 'viewer account',
  'POST /telemetry/{id}/goal': 'owner account',
  'DELETE /telemetry/{id}/goal': 'owner account',
  'GET /telemetry/{id}/annotations': 'viewer account',
  'POST /telemetry/{id}/annotations': 'editor account',
  'DELETE /telemetry/{id}/annotations/{annotation_id}': 'editor account',
  'GET /telemetry/{id}/badge': 'owner account',
  'POST /telemetry/{id}/badge': 'owner account',
  'DELETE /telemetry/{id}/badge': 'owner account',
  'GET /queues': 'viewer account',
  'GET /queues/unclaimed': 'holder',
  'POST /queues': 'owner account',
  'GET /queues/{id}': 'viewer account',
  'PATCH /queues/{id}': 'owner account',
  'POST /queues/{id}/claim': 'holder',
  'POST /queues/{id}/confirm': 'holder',
  'POST /queues/{id}/decline': 'holder',
  'POST /queues/{id}/undo-decline': 'holder',
  'POST /queues/{id}/retire': 'owner account',
  'GET /queues/{id}/keys': 'owner account',
  'POST /queues/{id}/keys': 'owner account',
  'DELETE /queues/{id}/keys/{key}': 'owner account',
  'POST /queues/{id}/messages': 'editor account',
  'GET /queues/{id}/messages': 'viewer account',
  'POST /queues/{id}/test': 'editor account',
  'GET /queues/{id}/rates': 'viewer account',
  'GET /queues/{id}/dead': 'viewer account',
  'DELETE /queues/{id}/dead': 'editor account',
  'DELETE /queues/{id}/dead/{message}': 'editor account',
  'POST /queues/{id}/dead/replay': 'editor account',
  'POST /queues/{id}/dead/{message}/replay': 'editor account',
}
/** Opened by a session, they do not end: `members.test.ts` opens one of each kind. */
const STREAMS = ['GET /stream', 'GET /telemetry/{id}/stream']
const RANKS = ['viewer', 'editor', 'owner']

test('every route of owners answers each member by their role, and a member of one form about that form alone', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const other = String((await ada.post('/endpoints', { name: 'Other' })).json.id)
  const sent = await service.post(`/f/${other}`, { json: { message: 'elsewhere' } })
  const ids = { form: ada.endpoint.form_id, other, submission: String(sent.json.submission_id) }
  const { document } = openContract((await service.get('/openapi.json')).text)
  const routes = operations(document)
    .filter(({ path, method }) => path.startsWith('/api/v1/') && method !== 'head')
    .map(({ path, method, operation }) => ({
      name: `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`,
      operationId: operation.operationId,
    }))
    .filter(({ name }) => !STREAMS.includes(name))
  assert.deepEqual(
    routes.map(({ name }) => name).toSorted(),
    Object.keys(ROUTES).toSorted(),
    'each route has its row here',
  )

  for (const role of RANKS) {
    for (const reach of ['account', 'form']) {
      const email = `${role}-${reach}@members.dev`
      const invited = reach === 'form' ? { email, role, form_id: ids.form } : { email, role }
      const member = await inviteMember(service, ada, invited)
      for (const { name } of routes) {
        const answer = await call(service, member, { name, ids })
        const may = mayCall(ROUTES[name] ?? 'holder', { role, reach })
        const where = `${role} of the ${reach}: ${name} ${answer.status} ${answer.text.slice(0, 200)}`
        assert.equal(answer.json.code === 'role_missing', !may, where)
        if (!may) assert.equal(answer.status, 403, where)
        else if (reach === 'form' && /^\S+ \/(?:endpoints|submissions)\/\{id\}/.test(name))
          assert.match(String(answer.json.code), /^(?:endpoint|submission)_not_found$/, where)
      }
    }
  }
})

test('an operation that no table names is open to the person who holds the account alone', () => {
  assert.deepEqual(getDemand('anything new'), { role: 'holder', reach: 'account' })
})

function mayCall(needs: string, { role, reach }: { role: string; reach: string }): boolean {
  if (needs === 'self') return true
  if (needs === 'holder') return false
  const [least = '', width] = needs.split(' ')
  return RANKS.indexOf(role) >= RANKS.indexOf(least) && (reach === 'account' || width === 'form')
}

/** Calls a route about what the account has outside the form of the member, with a parameter that it does not know. */
function call(
  service: TestService,
  member: Pick<Owner, 'get'> & { cookie: string },
  { name, ids }: { name: string; ids: { other: string; submission: string } },
) {
  const [method = '', path = ''] = name.split(' ')
  const id = path.startsWith('/submissions') ? ids.submission : ids.other
  const address = path.replace('{id}', id).replace(/\{\w+\}/g, 'unknown')
  const search = new URLSearchParams(UNKNOWN)
  return service.post(`/api/v1${address}?${search}`, {
    method,
    ...(method === 'GET' ? {} : { json: UNKNOWN }),
    headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin' },
  })
}
