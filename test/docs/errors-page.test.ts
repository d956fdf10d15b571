import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from '../../src/http/kernel/refusals.ts'
import { errorCatalog, writtenErrorCatalog } from '../support/docs/error-catalog.ts'
import { openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the catalog of errors matches the code: npm run docs', () => {
  assert.equal(writtenErrorCatalog(), errorCatalog())
  for (const code of Object.keys(REFUSALS)) assert.ok(errorCatalog().includes(`### \`${code}\`\n`), code)
})

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
