import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_COUNTED_SUBMISSIONS, MAX_MOVED_ROWS } from '../../../src/domain/endpoints/hand-over.ts'
import { SUBMIT_BURST } from '../../../src/domain/submissions/submit-rate.ts'
import { attachFile } from '../../support/fixtures/attached-files.ts'
import { type Agency, openAgency } from '../../support/fixtures/hand-over.ts'
import { confirmSession, FROM_HERE } from '../../support/fixtures/owner.ts'

test('an account sends 30 invitations and offers of forms a day together', async () => {
  await using service = await openAgency()
  const { ada, place } = service
  const invite = (address: string) => ada.post('/account/members', { email: address, role: 'viewer' })
  for (let pair = 0; pair < 15; pair += 1) {
    const invited = await invite(`member${pair}@acme.dev`)
    assert.equal(invited.status, 201, invited.text)
    const asked = await ada.post(place, { email: `client${pair}@acme.dev` })
    assert.equal(asked.status, 201, asked.text)
    await ada.delete(place)
  }
  assert.equal((await ada.post(place, { email: 'more@acme.dev' })).json.code, 'asking_rate')
  assert.equal((await invite('more@acme.dev')).json.code, 'asking_rate')
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  assert.equal((await ada.post(place, { email: 'more@acme.dev' })).status, 201)
})

test('a suspended form says so on the page of its offer, and is not accepted', async () => {
  await using service = await openAgency()
  const { ada, place, ask, press } = service
  const link = await ask()
  await service.sql('update endpoints set suspended_at = 1')
  for (const answer of [await service.get(link, { accept: 'text/html' }), await press(link)]) {
    assert.match(answer.text, /has suspended this form/)
    assert.doesNotMatch(answer.text, />Accept</)
  }
  assert.equal((await ada.get(place)).json.accepted_at, null)
  await service.sql('update endpoints set suspended_at = null')
  assert.match((await press(link)).text, /as soon as/)
  await service.sql('update accounts set suspended_at = 1')
  assert.match((await press(link)).text, /has suspended this form/, 'with the account that it leaves')
})

test('a form with too many files, or labels and marks, is not handed over until some are removed', async () => {
  await using service = await openAgency()
  const { ada, form, ask, press, confirm } = service
  await attachFile(service, ada)
  const link = await ask()
  await press(link)
  await multiply(service, 'files', MAX_MOVED_ROWS - 1)
  assert.match((await service.get(link)).text, /as soon as/)
  await multiply(service, 'files', 1, 10 ** 9)
  const refused = await confirm()
  assert.deepEqual([refused.json.code, (await ada.get(`/endpoints/${form}`)).status], ['limit_reached', 200])
  assert.match(String(refused.json.message), /at most 20000 files/)
  await service.sql('delete from files where key > (select min(key) from files)')

  const [sent] = await service.list(ada)
  const lead = String((await ada.post('/labels', { name: 'Lead', color: 'teal' })).json.id)
  await ada.patch(`/submissions/${sent?.id}`, { starred: true, labels: [lead] })
  await multiply(service, 'submissions', MAX_MOVED_ROWS - 2, 10 ** 9)
  await service.sql(`insert into submission_labels (label_key, submission_key)
    select labels.key, submissions.key from labels, submissions where true on conflict do nothing`)
  assert.equal((await confirm()).json.code, 'limit_reached', 'labels and a star')
  await ada.patch(`/submissions/${sent?.id}`, { starred: false })
  await service.sql(`delete from submission_labels where submission_key = (select max(key) from submissions)`)
  assert.equal((await confirm()).status, 204)
})

test('the page of an offer counts no further than it shows, and a client opens it only so often', async () => {
  await using service = await openAgency()
  const { ask } = service
  const link = await ask()
  await multiply(service, 'submissions', MAX_COUNTED_SUBMISSIONS - 2, 10 ** 9)
  assert.match((await service.get(link)).text, /<li>9,999 messages</)
  await multiply(service, 'submissions', 1, 2 * 10 ** 9)
  assert.match((await service.get(link)).text, /<li>10,000 messages or more</)
  for (let opened = 2; opened < SUBMIT_BURST; opened += 1) await service.get(link)
  const refused = await service.get(link)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '2'])
  assert.equal((await service.post(link, { headers: FROM_HERE })).status, 429)
  service.pass({ seconds: 10 })
  assert.equal((await service.get(link)).status, 200)
})

/** Copies the row with the smallest key this many times. */
async function multiply(service: Agency, table: string, times: number, from = 0): Promise<void> {
  const [row] = await service.sql(`select * from ${table} limit 1`)
  const columns = Object.keys(row ?? {})
  const values = columns.map((column) => {
    if (column === 'key') return `key + ${from} + n`
    return column === 'place' ? `place || '-${from}-' || n` : column
  })
  await service.sql(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${times})
    insert into ${table} (${columns}) select ${values} from ${table}, numbers
    where key = (select min(key) from ${table})`)
}
