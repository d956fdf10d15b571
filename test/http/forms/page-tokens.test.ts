import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Submission } from '../../../dashboard/src/api/submissions/submissions.ts'
import { toPreview } from '../../../dashboard/src/screens/inbox/list/summary.ts'
import { toMessageParts } from '../../../dashboard/src/screens/submission/message-parts.ts'
import { listColumns, toRows } from '../../../dashboard/src/screens/table/table-rows.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { startService } from '../../support/service/service.ts'

/** As Rails, Django, Laravel, ASP.NET, Flask and Express name the token of their own forms. */
const TOKENS = [
  'authenticity_token',
  'csrfmiddlewaretoken',
  '_token',
  '__RequestVerificationToken',
  'csrf_token',
  '_csrf',
]

test('the token of a page is kept, and neither mailed, exported, searched nor handed to a queue', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const queue = await createClaimedQueue(service)
  const routed = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
  assert.equal(routed.status, 200, routed.text)
  const sent = Object.fromEntries(TOKENS.map((name, index) => [name, `quokka${index}`]))
  const answer = await service.submit(ada.endpoint, { ...sent, message: 'Hello' })
  assert.equal(answer.status, 200, answer.text)
  await service.deliver()
  const email = (await service.emails()).at(-1)
  assert.ok(email?.text?.includes('Hello'))
  assert.doesNotMatch(`${email?.text}${email?.html}`, /quokka|token/i)

  const [message] = await queue.pulled()
  assert.deepEqual(Object(message?.body).fields, { message: 'Hello' })

  for (const query of ['?format=csv&include=all', '?format=json', '?format=ndjson']) {
    const { status, text } = await ada.get(`/submissions/export${query}`)
    assert.equal(status, 200)
    assert.ok(text.includes('Hello'))
    assert.doesNotMatch(text, /quokka|token/i, query)
  }
  assert.deepEqual((await ada.get('/submissions?q=quokka1')).json.data, [])

  const [listed] = (await ada.get('/submissions')).json.data as Submission[]
  assert.ok(listed)
  const values = listed.fields.map(([, value]) => value)
  for (const value of Object.values(sent)) assert.ok(values.includes(value), 'it is shown under Raw')
  assert.equal(toPreview(listed.fields), 'Hello')
  assert.deepEqual(toMessageParts(listed.fields).facts, [])
  assert.deepEqual(listColumns(toRows([listed])).all, ['received', 'field:message'])
})

test('a form that sends nothing but the token of its page is empty', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const answer = await service.submit(endpoint, { _token: 'x', csrf_token: 'y' })
  assert.equal(answer.status, 400)
})
