import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findMember, splitItems, splitMembers } from '../../../src/http/kernel/body/json-text.ts'

test('finds members and items of JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1), (values, indent) => {
      const list = JSON.stringify(values, null, indent)
      assert.deepEqual(
        splitItems(list).map((text) => JSON.parse(text)),
        JSON.parse(list),
      )
      const object = JSON.stringify({ ...values, ' "},': values }, null, indent)
      assert.deepEqual(
        Object.fromEntries(splitMembers(object).map(({ name, text }) => [name, JSON.parse(text)])),
        JSON.parse(object),
      )
    }),
  )
})

test('the last of repeated JSON members counts, and a missing one is undefined', () => {
  assert.equal(findMember('{"a":1, "a" : [2.50] }', 'a'), '[2.50]')
  assert.equal(findMember('{}', 'a'), undefined)
})
