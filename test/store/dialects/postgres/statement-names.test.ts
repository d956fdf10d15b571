import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStatementName } from '../../../../src/store/dialects/postgres/statement-names.ts'

test('two hundred statements have a name, each its own, and later ones none', () => {
  const toNames = () => Array.from({ length: 201 }, (_, n) => toStatementName(`select ${n}`))
  const names = toNames()
  assert.equal(new Set(names.slice(0, 200)).size, 200)
  assert.ok(names.slice(0, 200).every((name) => name !== undefined))
  assert.equal(names[200], undefined)
  assert.deepEqual(toNames(), names)
})
