import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readIdempotencyKey } from '../../src/domain/idempotency-key.ts'

const REFUSED = {
  kind: 'refused',
  refusal: { code: 'idempotency_key_invalid', field: 'Idempotency-Key' },
}
const ok = (key: string) => ({ kind: 'ok', key })

test('a request without the header has no key', () => {
  assert.deepEqual(readIdempotencyKey(undefined), { kind: 'none' })
})

test('accepts a key of 8 to 128 characters', () => {
  assert.deepEqual(readIdempotencyKey('k'.repeat(7)), REFUSED)
  assert.deepEqual(readIdempotencyKey('k'.repeat(8)), ok('k'.repeat(8)))
  assert.deepEqual(readIdempotencyKey('k'.repeat(128)), ok('k'.repeat(128)))
  assert.deepEqual(readIdempotencyKey('k'.repeat(129)), REFUSED)
})

test('quotes do not count as part of the key', () => {
  assert.deepEqual(readIdempotencyKey(`"${'k'.repeat(7)}"`), REFUSED)
  assert.deepEqual(readIdempotencyKey(`"${'k'.repeat(8)}"`), ok('k'.repeat(8)))
  assert.deepEqual(readIdempotencyKey(`"${'k'.repeat(128)}"`), ok('k'.repeat(128)))
  assert.deepEqual(readIdempotencyKey(`"${'k'.repeat(129)}"`), REFUSED)
})

for (const header of [
  '',
  '""',
  'with space',
  'two-keys, two-keys',
  'line\nbreak',
  'tab\ttab-tab',
  'umlaut-ü-key',
  'delete-\u007f-key',
  '"unfinished',
  '"half-"way-"',
  '"lonely-\\-stroke"',
  '"key-with-parameter";a="1"',
  'k'.repeat(100_000),
]) {
  test(`rejects ${JSON.stringify(header).slice(0, 40)} as a key`, () => {
    assert.deepEqual(readIdempotencyKey(header), REFUSED)
  })
}

test('accepts any 8 to 128 visible ASCII characters, with or without quotes', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.string({ unit: visible, minLength: 8, maxLength: 128 }), (key) => {
      if (!key.startsWith('"')) assert.deepEqual(readIdempotencyKey(key), ok(key))
      assert.deepEqual(readIdempotencyKey(`"${key.replace(/["\\]/g, '\\$&')}"`), ok(key))
    }),
  )
})

test('any parsed key is visible ASCII of valid length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
      const read = readIdempotencyKey(header)
      if (read.kind === 'ok') assert.match(read.key, /^[\x21-\x7e]{8,128}$/)
    }),
  )
})
