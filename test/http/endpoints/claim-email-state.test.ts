import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../support/service/service.ts'

test('the status says that a claim email is sent once its first attempt has begun, and before that what it waits for', async () => {
  await using service = await startService()
  const endpoints: Awaited<ReturnType<typeof service.createEndpoint>>[] = []
  while (endpoints.length < 4) endpoints.push(await service.createEndpoint())
  const look = () =>
    Promise.all(
      endpoints.map(async ({ status_url }) => {
        const { json } = await service.get(status_url)
        return json.claim_email_state ?? json.claim_email_sent
      }),
    )
  assert.deepEqual(await look(), [false, false, false, false], 'nobody has asked for one')
  for (const endpoint of endpoints) await service.submit(endpoint, { message: 'hello' })
  assert.deepEqual(await look(), ['queued', 'queued', 'queued', 'queued'])
  await service.deliver()
  assert.deepEqual(await look(), [true, true, true, 'held'], 'three a day')
  service.pass({ hours: 25 })
  await service.deliver()
  assert.deepEqual(await look(), [true, true, true, true])
})

test('the status never says that a claim email is sent that its recipient does not want', async () => {
  await using service = await startService()
  const first = await service.createEndpoint()
  const second = await service.createEndpoint()
  await service.submit(first, { message: 'hello' })
  await service.submit(second, { message: 'hello' })
  await service.sql("update outbox set due_at = null, settled_at = 1, outcome = 'suppressed'")
  for (const { status_url } of [first, second]) {
    const { json } = await service.get(status_url)
    assert.deepEqual([json.claim_email_sent, json.claim_email_state], [false, 'held'], 'as if it waited')
  }
})
