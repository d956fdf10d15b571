import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpoint, status, submit } from '../../client/src/client.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { ADA, startService } from '../support/service/service.ts'

test('the client creates an endpoint, checks it, and submits objects and forms', async () => {
  await using service = await startService()
  const created = await createEndpoint(service.base, { recipient: ADA, idempotencyKey: 'contact-form' })
  assert.ok(created.ok)
  const again = await createEndpoint(service.base, { recipient: ADA, idempotencyKey: 'contact-form' })
  assert.ok(again.ok)
  assert.equal(again.form_id, created.form_id)
  const url = created.endpoint_url

  const tried = await submit(url, { email: 'visitor@acme.org', message: 'Hello' }, { dryRun: true })
  assert.ok(tried.ok)
  assert.equal(tried.submissionId, null)
  assert.equal(tried.dryRun.claim_status.would_send_claim_email, true)
  const before = await status(url)
  assert.ok(before.ok)
  assert.equal(before.claim_email_sent, false, 'a dry run sends nothing')

  const form = new FormData()
  form.append('message', 'from a page')
  const sent = await submit(url, form, { idempotencyKey: 'first-message' })
  assert.ok(sent.ok)
  const repeated = await submit(url, form, { idempotencyKey: 'first-message' })
  assert.deepEqual(repeated, sent)
  const after = await status(url)
  assert.ok(after.ok)
  assert.deepEqual([after.claim_email_sent, after.claim_email_state], [false, 'queued'])
  await service.deliver()
  const sentNow = await status(url)
  assert.ok(sentNow.ok)
  assert.equal(sentNow.claim_email_sent, true)
})

test('the client creates telemetry endpoints and queues with their keys', async () => {
  await using service = await startService()
  const telemetry = await createEndpoint(service.base, { recipient: ADA, kind: 'telemetry' })
  assert.ok(telemetry.ok)
  assert.match(telemetry.read_key, /^tk_/)
  service.pass({ seconds: 2 })
  const queue = await createEndpoint(service.base, { recipient: ADA, kind: 'queue' })
  assert.ok(queue.ok)
  assert.match(queue.api_key, /^qk_/)
})

test('the client returns refusals with their field and the time to wait', async () => {
  await using service = await startService()
  const placeholder = await createEndpoint(service.base, { recipient: 'you@example.com' })
  assert.ok(!placeholder.ok)
  assert.equal(placeholder.code, 'recipient_placeholder')
  assert.equal(placeholder.field, 'recipient')
  assert.deepEqual(placeholder.fieldErrors, { recipient: placeholder.error })

  const created = await createEndpoint(service.base, { recipient: ADA })
  assert.ok(created.ok)
  const early = await createEndpoint(service.base, { recipient: ADA })
  assert.ok(!early.ok)
  assert.equal(early.code, 'create_spacing')
  assert.ok((early.retryAfter ?? 0) > 0)

  const empty = await submit(created.endpoint_url, {})
  assert.ok(!empty.ok)
  assert.equal(empty.code, 'fields_missing')
  const unknown = await status(`${service.base}/f/f_0000000000000000`)
  assert.ok(!unknown.ok)
  assert.equal(unknown.code, 'endpoint_not_found')
})

test('the client returns a failure when nothing, or something else, answers', async () => {
  await using server = await startOtherServer((_request, response) => {
    response.writeHead(502).end('<h1>Bad Gateway</h1>')
  })
  const url = `${server.base}/f/f_0000000000000000`
  const other = await submit(url, { message: 'Hello' })
  assert.ok(!other.ok)
  assert.equal(other.code, 'unexpected_response')
  await server.close()
  const nothing = await submit(url, { message: 'Hello' })
  assert.ok(!nothing.ok)
  assert.equal(nothing.code, 'unreachable')
})

test('the client rejects with the reason of its signal', async () => {
  const leaving = new AbortController()
  leaving.abort(new Error('the visitor left'))
  const sent = submit('http://127.0.0.1:9/f/f_0000000000000000', { message: 'x' }, { signal: leaving.signal })
  await assert.rejects(sent, /the visitor left/)
})
