import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'

const RUN = path.resolve(import.meta.dirname, '../run.ts')

test('a run of which no step has the given word in its name fails', () => {
  const { status, stderr } = spawnSync(process.execPath, [RUN, 'full', 'browserz'], { encoding: 'utf8' })
  assert.notEqual(status, 0)
  assert.match(stderr, /no step of the run "full" has "browserz" in its name/)
})
