import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExactly } from '../../dashboard/src/api/client/exact-json.ts'
import { formatBody, formatLine } from '../../dashboard/src/screens/queue/message-words.ts'
import '../support/dashboard/english.ts'

const NUMBERS = ['12345678901234567890', '1e400', '1.50', '-0', '0.1000000000000000055', '7', '-2.5']

test('shows numbers with exactly the digits that were sent', () => {
  const sent = `{"a":[${NUMBERS.join(',')}],"b":{"c":${NUMBERS[0]}},"d":"12345678901234567890"}`
  const read = Object(readExactly(`{"body":${sent}}`))
  const message = {
    id: 'msg_1',
    content_type: 'json',
    timestamp_ms: 0,
    attempts: 0,
    reason: null,
    metadata: {},
    body: read.body,
  } as const
  assert.equal(formatLine(message), sent)
  for (const number of NUMBERS) assert.ok(formatBody(message).includes(` ${number}`), number)
  assert.equal(formatLine({ ...message, body: readExactly('12345678901234567890') }), '12345678901234567890')
})

test('keeps numbers that JavaScript represents exactly', () => {
  assert.deepEqual(readExactly('{"at":1795305295000,"price":12.5,"none":null}'), {
    at: 1795305295000,
    price: 12.5,
    none: null,
  })
})

test('parses numbers as usual in browsers without JSON.rawJSON', () => {
  const rawJSON = JSON.rawJSON
  Object.defineProperty(JSON, 'rawJSON', { value: undefined, configurable: true, writable: true })
  try {
    assert.deepEqual(readExactly('[12345678901234567890]'), [Number('12345678901234567890')])
  } finally {
    Object.defineProperty(JSON, 'rawJSON', { value: rawJSON, configurable: true, writable: true })
  }
})
