import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTrustList } from '../../src/config/trust-list.ts'

test('reports invalid entries of a trust list', () => {
  for (const text of [
    '0.0.0.0/0',
    '::/0',
    '::ffff:10.0.0.0/8',
    '::ffff:0:0/96',
    'fe80::1%eth0',
    'nonsense',
    '10.0.0.0/33',
    '10.0.0',
    'example.org',
  ]) {
    const read = parseTrustList(`127.0.0.1, ${text}`)
    assert.equal(read.kind, 'fault', text)
    if (read.kind === 'fault') assert.ok(read.fault.includes(text))
  }
  assert.deepEqual(parseTrustList(''), { kind: 'ok', ranges: [] })
})
