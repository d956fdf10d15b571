import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  countMembers,
  countSeparators,
  findMember,
  isDeeper,
  splitItems,
  splitMembers,
} from '../../../src/http/kernel/body/json-text.ts'

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

test('counts members, separators and levels of JSON without parsing it', () => {
  const toMembers = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value).reduce((sum: number, each) => sum + toMembers(each), 0)
    return inner + (Array.isArray(value) ? 0 : Object.keys(value).length)
  }
  const toSeparators = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const values = Object.values(value)
    return values.reduce((sum: number, each) => sum + toSeparators(each), Math.max(0, values.length - 1))
  }
  const toDepth = (value: unknown): number =>
    typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(toDepth))
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
      const json: unknown = JSON.parse(JSON.stringify({ ' ":{[\\"': value }))
      const text = JSON.stringify(json, null, indent)
      assert.equal(countMembers(text), toMembers(json))
      assert.equal(countSeparators(text), toSeparators(json))
      const depth = toDepth(json)
      assert.deepEqual([isDeeper(text, depth), isDeeper(text, depth - 1)], [false, true])
    }),
  )
  assert.equal(isDeeper('['.repeat(1_000_000), 100), true)
  assert.equal(countMembers('"unfinished: {'), 0)
})
