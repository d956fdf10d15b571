import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { findCallerByKey } from '../../src/actions/accounts/caller.ts'
import type { Context } from '../../src/actions/context.ts'
import { getKeyId, newKeyText } from '../../src/ids/key-format.ts'
import { createKeys } from '../../src/ids/keys.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is ak_, an ID, a secret and a checksum, and no two are alike', () => {
  const made = Array.from({ length: 2000 }, () => newKeyText('ak_', randomBytes))
  for (const { id, text: apiKey } of made) {
    assert.match(apiKey, /^ak_[0-9A-Za-z]{50}$/)
    assert.equal(apiKey.slice(3, 11), id)
    assert.equal(getKeyId('ak_', apiKey), id)
  }
  assert.equal(new Set(made.map(({ text }) => text)).size, made.length)
})

test('every digit of the alphabet is equally likely', () => {
  const counts = new Map<string, number>()
  for (let made = 0; made < 2000; made += 1) {
    for (const digit of newKeyText('ak_', randomBytes).text.slice(3, 47))
      counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  const expected = (2000 * 44) / ALPHABET.length
  for (const digit of ALPHABET) {
    const off = Math.abs((counts.get(digit) ?? 0) - expected) / expected
    assert.ok(off < 0.15, `${digit} is ${off} off`)
  }
})

test('rejects a key with one wrong character', () => {
  const { text: apiKey } = newKeyText('ak_', randomBytes)
  for (let at = 0; at < apiKey.length; at += 1) {
    for (const digit of `${ALPHABET}_-. `) {
      if (digit === apiKey[at]) continue
      assert.equal(getKeyId('ak_', apiKey.slice(0, at) + digit + apiKey.slice(at + 1)), null)
    }
  }
  const around = [
    apiKey.slice(1),
    apiKey.slice(0, -1),
    `${apiKey}0`,
    ` ${apiKey}`,
    apiKey.toUpperCase(),
    '',
    'ak_',
  ]
  for (const wrong of around) assert.equal(getKeyId('ak_', wrong), null)
})

test('rejects a mistyped key without a database query', async () => {
  const keys = createKeys('the secret of the instance that is under test')
  const looked: unknown[] = []
  const store = new Proxy(Object.create(null), {
    get(_target, name) {
      looked.push(name)
      return { findKey: async (id: string) => void looked.push(id) }
    },
  })
  const context: Context = { keys, store, ...Object(null) }
  const { id, apiKey } = keys.newApiKey()
  const now = new Date()
  assert.deepEqual(await findCallerByKey(context, { apiKey: `${apiKey.slice(0, -1)}-`, now }), {
    kind: 'refused',
    refusal: { code: 'key_invalid' },
  })
  assert.deepEqual(
    looked.filter((one) => one === id),
    [],
  )
  assert.equal((await findCallerByKey(context, { apiKey, now })).kind, 'refused')
  assert.deepEqual(
    looked.filter((one) => one === id),
    [id],
  )
})
