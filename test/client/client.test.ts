import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpoint, fetchFile, status, submit } from '../../client/src/client.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { attachFiles } from '../support/fixtures/attached-files.ts'
import { PDF } from '../support/fixtures/files.ts'
import { signIn } from '../support/fixtures/owner.ts'
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

test('the client fetches a file of a submission with a key of the account', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = String((await ada.post('/keys', { name: 'client', scopes: ['read'] })).json.key)
  const [file = assert.fail()] = await attachFiles(service, ada, [{ name: 'cv.pdf', bytes: PDF }])
  const wanted = { submissionId: file.submission, fileId: file.id, key }

  const fetched = await fetchFile(service.base, wanted)
  assert.ok(fetched.ok)
  assert.equal(fetched.response.headers.get('content-length'), String(PDF.length))
  assert.deepEqual(Buffer.from(await fetched.response.arrayBuffer()), PDF)

  const unknown = await fetchFile(service.base, { ...wanted, fileId: '../../keys' })
  assert.ok(!unknown.ok)
  assert.equal(unknown.code, 'file_not_found')
  const stranger = await fetchFile(service.base, { ...wanted, key: `${key}x` })
  assert.ok(!stranger.ok)
  assert.equal(stranger.code, 'key_invalid')
})

test('the client sends a key to no other host, and ends a download with its signal', async () => {
  const paths: string[] = []
  await using server = await startOtherServer((request, response) => {
    paths.push(request.url ?? '')
    if (request.url?.includes('/moved/')) response.writeHead(302, { Location: '/elsewhere' }).end()
    else response.writeHead(200).write('the beginning')
  })
  const wanted = { submissionId: 'sub_1', fileId: 'fil_1', key: 'ak_1' }
  const moved = await fetchFile(server.base, { ...wanted, submissionId: 'moved' })
  assert.ok(!moved.ok)
  assert.equal(moved.code, 'unexpected_response')
  assert.deepEqual(paths, ['/api/v1/submissions/moved/files/fil_1'])

  const leaving = new AbortController()
  const begun = await fetchFile(server.base, { ...wanted, signal: leaving.signal })
  assert.ok(begun.ok)
  leaving.abort(new Error('enough'))
  await assert.rejects(begun.response.text(), /enough/)
  await assert.rejects(fetchFile(server.base, { ...wanted, signal: leaving.signal }), /enough/)
})
