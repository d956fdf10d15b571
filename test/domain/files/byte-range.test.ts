import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseByteRange } from '../../../src/domain/files/byte-range.ts'

const CASES: [header: string | undefined, expected: ReturnType<typeof parseByteRange>][] = [
  [undefined, 'whole'],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=3-5', { from: 3, to: 5 }],
  ['bytes=9-9', { from: 9, to: 9 }],
  ['bytes=9-', { from: 9, to: 9 }],
  ['Bytes=9-10', { from: 9, to: 9 }],
  ['bytes=0-99999999999999999999999999', { from: 0, to: 9 }],
  ['bytes= 3-5 ', { from: 3, to: 5 }],
  ['bytes=-1', { from: 9, to: 9 }],
  ['bytes=-10', { from: 0, to: 9 }],
  ['bytes=-11', { from: 0, to: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=99999999999999999999999999-', 'none'],
  // Not readable, or nothing that this service serves: ignored.
  ['bytes=5-3', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['bytes=--1', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes 0-1', 'whole'],
  ['', 'whole'],
]

test('reads the one range that a header asks for', () => {
  for (const [header, expected] of CASES)
    assert.deepEqual(parseByteRange(header, 10), expected, header ?? 'none')
})

test('no range of an empty file has a byte', () => {
  assert.equal(parseByteRange('bytes=0-', 0), 'none')
  assert.equal(parseByteRange('bytes=-1', 0), 'none')
  assert.equal(parseByteRange(undefined, 0), 'whole')
})
