import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { openLog } from '../../src/runtime/log.ts'

test('logs the kind of a database error, and not the row it is about', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const error = new DatabaseError('null value in column "plan" violates not-null constraint', 1, 'error')
  error.code = '23502'
  error.detail = 'Failing row contains (1, ada@lovelace.dev, null).'
  error.where = "portal with parameter $1 = 'ada@lovelace.dev'"
  log.error({ err: error, request_id: 'req_1' }, 'request_failed')
  log.error({ err: new Error('around it', { cause: error }) }, 'request_failed')
  const [first = '{}'] = lines
  const { err, request_id } = JSON.parse(first)
  assert.deepEqual([err.type, err.code, request_id], ['DatabaseError', '23502', 'req_1'])
  assert.match(err.stack, /log\.test\.ts/)
  assert.equal(lines.length, 2)
  assert.doesNotMatch(lines.join(''), /lovelace/)
})
