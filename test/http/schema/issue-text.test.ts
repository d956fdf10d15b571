import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { readInput } from '../../../src/http/schema/read-input.ts'

const CASES: readonly [z.ZodType, unknown, string][] = [
  [z.string().max(3), 'abcd', 'This must have at most 3 characters.'],
  [z.string().min(1), '', 'This must not be empty.'],
  [z.string().min(8), 'a', 'This must have at least 8 characters.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'This must have at most 1 entry.'],
  [z.int().max(3), 4, 'This must be at most 3.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), 'a', 'This must be a list.'],
  [z.record(z.string(), z.string()), 1, 'This must be an object.'],
  [z.enum(['off', 'on']), 'maybe', 'This must be one of off, on.'],
  [z.literal('free'), 'pro', 'This must be free.'],
  [z.string().max(3, 'Shorter, please'), 'abcd', 'Shorter, please.'],
]

test('says in plain words what is wrong with a value, and keeps the sentence of a schema', () => {
  for (const [schema, value, message] of CASES) {
    const read = readInput(z.object({ field: schema }), { field: value })
    assert.deepEqual(read, { kind: 'refused', refusal: { code: 'value_invalid', field: 'field', message } })
  }
})
