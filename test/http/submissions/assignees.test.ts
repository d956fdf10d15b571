import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../support/fixtures/member.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, BO, startService } from '../../support/service/service.ts'

const GRACE = 'grace@navy.dev'
const LINUS = 'linus@kernel.dev'
const NO_MEMBER = 'mem_00000000000000000000000000'
type Listed = { id: string; endpoint_id: string; assignee: { id: string; email: string } | null }

/** Ada with two forms, an editor of the account, and a viewer of the second form alone. */
async function openTeam() {
  const service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
  const ada = await signIn(service)
  const other = String((await ada.post('/endpoints', { name: 'Other' })).json.id)
  await service.post(`/f/${other}`, { json: { message: 'elsewhere' } })
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'editor' })
  const linus = await inviteMember(service, ada, { email: LINUS, role: 'viewer', form_id: other })
  const listed = async (owner: typeof ada | typeof grace, query = '') =>
    (await owner.get(`/submissions?${query}`)).json.data as Listed[]
  const rows = await listed(ada)
  const here = rows.find((one) => one.endpoint_id === ada.endpoint.form_id)?.id ?? ''
  const elsewhere = rows.find((one) => one.endpoint_id === other)?.id ?? ''
  return Object.assign(service, { ada, grace, linus, other, listed, here, elsewhere })
}

test('assigns submissions to those with access to their form, one at a time and many at once', async () => {
  await using service = await openTeam()
  const { ada, grace, linus, listed, here, elsewhere } = service
  const mine = await grace.patch(`/submissions/${here}`, { assignee: 'me' })
  assert.deepEqual(mine.json.assignee, { id: grace.id, email: GRACE })
  const ids = async (query: string, owner: typeof ada | typeof grace = ada) =>
    (await listed(owner, query)).map(({ id }) => id)
  assert.deepEqual(await ids('assigned=me', grace), [here])
  assert.deepEqual(await ids('assigned=me'), [])
  assert.deepEqual(await ids(`assigned=${grace.id}`), [here])
  assert.deepEqual(await ids('assigned=nobody'), [elsewhere])
  assert.equal((await ada.get('/submissions?assigned=nobody')).json.unread, 1)
  assert.equal((await ada.get('/submissions/count?assigned=nobody')).json.count, 1)
  const bulk = async (body: object) => (await ada.post('/submissions/bulk', body)).json
  const toLinus = await bulk({ filter: {}, action: 'assign', assignee: linus.id })
  assert.deepEqual(toLinus.ids, [elsewhere], 'only those of the form that he may see')
  const alone = await ada.patch(`/submissions/${here}`, { assignee: linus.id })
  assert.equal(Object(alone.json.assignee).email, GRACE, 'left as it was')
  assert.deepEqual(await ids('assigned=me', linus), [elsewhere])
  assert.equal((await bulk({ filter: {}, action: 'assign', assignee: 'me' })).changed, 2)
  assert.deepEqual((await listed(ada))[0]?.assignee, { id: 'holder', email: ADA })
  assert.equal((await bulk({ filter: { assigned: 'holder' }, action: 'unassign' })).changed, 2)
  assert.equal((await bulk({ filter: {}, action: 'unassign' })).changed, 0)
  assert.equal((await bulk({ filter: {}, action: 'assign' })).field, 'assignee')
  assert.equal((await bulk({ filter: {}, action: 'star', assignee: 'me' })).field, 'assignee')
  const audit = Object((await ada.get('/audit')).json).data as { action: string; detail: string }[]
  const told = audit.filter(({ action }) => action === 'submissions_changed')
  assert.deepEqual(
    told.map(({ detail }) => detail),
    ['assigned 1'],
    'the activity tells what a member did',
  )
})

test('a removed member has no submissions any more, and a star outlives that', async () => {
  await using service = await openTeam()
  const { ada, grace, listed, here, elsewhere } = service
  await ada.patch(`/submissions/${here}`, { assignee: grace.id, starred: true })
  const csv = async (query = '') => (await ada.get(`/submissions/export?format=csv&${query}`)).text
  assert.match(await csv(), /^"id","endpoint","received_at","folder","starred","assignee","message"\r\n/)
  assert.match(await csv(`assigned=${grace.id}`), new RegExp(`"${here}",.*"yes","${GRACE}"`))
  await ada.delete(`/account/members/${grace.id}`)
  assert.equal((await listed(ada, 'starred=1'))[0]?.assignee, null)
  assert.doesNotMatch(await csv(), /assignee/)
  const nobody = (await listed(ada, 'assigned=nobody')).map(({ id }) => id)
  assert.deepEqual(new Set(nobody), new Set([here, elsewhere]))
  assert.equal((await ada.get(`/submissions?assigned=${grace.id}`)).json.code, 'member_not_found')
})

test('people of other accounts, invited people and viewers cannot be chosen or choose', async () => {
  await using service = await openTeam()
  const { check } = openContract((await service.get('/openapi.json')).text)
  const { ada, grace, linus, here, other, elsewhere } = service
  const bo = await signIn(service, BO)
  const invited = String((await ada.post('/account/members', { email: BO, role: 'owner' })).json.id)
  const all = '/api/v1/submissions'
  for (const [owner, assignee] of [
    [ada, NO_MEMBER],
    [ada, invited],
    [bo, grace.id],
  ] as const) {
    const answers = [
      [`patch`, `${all}/{id}`, await owner.patch(`/submissions/${here}`, { assignee })],
      ['get', all, await owner.get(`/submissions?assigned=${assignee}`)],
      ['get', `${all}/count`, await owner.get(`/submissions/count?assigned=${assignee}`)],
      ['get', `${all}/export`, await owner.get(`/submissions/export?assigned=${assignee}`)],
      [
        'post',
        `${all}/bulk`,
        await owner.post('/submissions/bulk', { filter: {}, action: 'assign', assignee }),
      ],
    ] as const
    for (const [method, path, answer] of answers) {
      check(method, path, answer)
      assert.match(String(answer.json.code), /^(?:member|submission)_not_found$/)
    }
  }
  assert.equal(
    (await bo.post('/submissions/bulk', { ids: [here], action: 'assign', assignee: 'me' })).json.changed,
    0,
  )
  assert.equal((await linus.patch(`/submissions/${elsewhere}`, { assignee: 'me' })).json.code, 'role_missing')
  const listed = await linus.get('/assignees')
  check('get', '/api/v1/assignees', listed)
  check('get', '/api/v1/assignees', await linus.get('/assignees?x=y'))
  assert.deepEqual(listed.json.data, [
    { id: 'holder', email: ADA, form_id: null, you: false },
    { id: grace.id, email: GRACE, form_id: null, you: false },
    { id: linus.id, email: LINUS, form_id: other, you: true },
  ])
  assert.equal((await ada.get('/me')).json.shared, true)
  assert.equal((await bo.get('/me')).json.shared, false)
})
