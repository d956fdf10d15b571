import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, FieldValue } from '../../../src/domain/submissions/fields.ts'
import { isHoneypotHit } from '../../../src/domain/submissions/submission.ts'

const MESSAGE: Field = { name: 'message', value: 'hello' }
const gotcha = (value: FieldValue): Field => ({ name: '_gotcha', value })

test('a submission without the honeypot field is not spam', () => {
  assert.equal(isHoneypotHit([MESSAGE]), false)
  assert.equal(isHoneypotHit([]), false)
})

for (const empty of ['', null, false, 0, [], {}]) {
  test(`treats the honeypot value ${JSON.stringify(empty)} as empty`, () => {
    assert.equal(isHoneypotHit([MESSAGE, gotcha(empty)]), false)
  })
}

const FILLED: readonly FieldValue[] = [
  ' ',
  'x',
  '0',
  'false',
  true,
  1,
  -1,
  [''],
  [null],
  { a: '' },
  { length: 0 },
]
for (const filled of FILLED) {
  test(`treats the honeypot value ${JSON.stringify(filled)} as filled`, () => {
    assert.equal(isHoneypotHit([MESSAGE, gotcha(filled)]), true)
  })
}

test('one filled honeypot among empty ones is spam', () => {
  assert.equal(isHoneypotHit([gotcha(''), gotcha('bot'), gotcha('')]), true)
})

test('a field with a similar name is data', () => {
  assert.equal(
    isHoneypotHit([
      { name: '_Gotcha', value: 'x' },
      { name: 'gotcha', value: 'x' },
    ]),
    false,
  )
})
