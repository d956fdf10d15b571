import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_EXPECTED_FIELDS,
  MAX_EXPECTED_NAME_LENGTH,
  readExpectedFields,
} from '../../../src/domain/endpoints/expected-fields.ts'

test('reads expected fields as a list with commas, a JSON list, or a repeated field', () => {
  for (const given of [
    ['email,message'],
    [['email', 'message']],
    ['email', 'message'],
    [' email , message,'],
  ]) {
    assert.deepEqual(readExpectedFields(given), { names: ['email', 'message'], warnings: [] })
  }
  assert.deepEqual(readExpectedFields(['', 'email,email']), { names: ['email'], warnings: [] })
})

test('leaves out what cannot be a name, and says so', () => {
  const longest = 'n'.repeat(MAX_EXPECTED_NAME_LENGTH)
  assert.deepEqual(readExpectedFields([longest]), { names: [longest], warnings: [] })
  const read = readExpectedFields([['email', 7, null, { a: 1 }, ['nested'], `${longest}n`, 'a\u0000b']])
  assert.deepEqual(read.names, ['email'])
  assert.match(read.warnings[0] ?? '', /^expect: 6 of 7 entries were ignored\./)
})

test('uses a limited number of names', () => {
  const names = Array.from({ length: MAX_EXPECTED_FIELDS + 1 }, (_, index) => `n${index}`)
  assert.deepEqual(readExpectedFields([names.slice(1)]).warnings, [])
  const more = readExpectedFields([names])
  assert.equal(more.names.length, MAX_EXPECTED_FIELDS)
  assert.deepEqual(more.warnings, ['expect: only the first 30 of 31 names are used.'])
})
