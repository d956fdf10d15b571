import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, JANE, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the API page work with a key', async () => {
  await using service = await startService()
  const guide = await openGuide('api.md', service.base)
  guide.env.ACCOUNT_KEY = await createApiKey(service)
  service.pass({ seconds: 2 })
  const answers = []
  for (const command of guide.commands()) answers.push(JSON.parse(await guide.shell(command)))
  const [me, endpoints, tried, ...others] = answers
  assert.deepEqual(others, [])
  assert.equal(me.email, JANE)
  assert.equal(endpoints.data.length, 1)
  assert.equal(endpoints.next_cursor, null)
  assert.equal(tried.would_succeed, true)
})
