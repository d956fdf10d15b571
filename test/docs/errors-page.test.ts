import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the command of the errors page returns the documented error', async () => {
  await using service = await startService()
  const guide = await openGuide('errors.md', service.base)
  const [command = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  const { request_id: id, ...answer } = JSON.parse(await guide.shell(command))
  const { request_id: _id, ...documented } = JSON.parse(guide.blocks('json')[0] ?? '')
  assert.deepEqual(answer, documented)
  assert.match(id, /^req_/)
})
