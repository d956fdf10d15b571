import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeys } from '../../src/ids/keys.ts'

const clock = { now: () => new Date('2026-11-10T09:00:00.000Z') }
const SECRET = 'the secret of the instance that is under test'
const keys = createKeys(SECRET)
const elsewhere = createKeys('the secret of quite another instance of ours')
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const deliveryKey = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('the token of an email identifies its delivery, is always the same, and fits into a local part', () => {
  fc.assert(
    fc.property(deliveryKey, (key) => {
      const token = keys.bounceToken(key)
      assert.match(token, /^[0-9a-hjkmnp-tv-z]{32}$/)
      assert.equal(createKeys(SECRET).bounceToken(key), token)
      assert.equal(keys.verifyBounceToken(token), key)
    }),
  )
  for (const key of [1, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER])
    assert.equal(keys.verifyBounceToken(keys.bounceToken(key)), key)
  for (const key of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])
    assert.throws(() => keys.bounceToken(key), RangeError)
})

test('the same secret yields the same tokens in every version', () => {
  assert.equal(keys.bounceToken(1), '6x1vber7e5ct9gfmnpgfy1jx8a3dd2q5')
})

test('the case of a token does not matter', () => {
  const token = keys.bounceToken(4711)
  const mixed = [...token].map((digit, at) => (at % 2 ? digit.toUpperCase() : digit)).join('')
  for (const same of [token.toUpperCase(), mixed]) assert.equal(keys.verifyBounceToken(same), 4711)
})

test('a token with any character changed, added or left out is invalid', () => {
  const token = keys.bounceToken(4711)
  for (const [at, digit] of [...token].entries()) {
    for (const other of ALPHABET) {
      if (other === digit) continue
      assert.equal(keys.verifyBounceToken(token.slice(0, at) + other + token.slice(at + 1)), null)
    }
  }
  for (const changed of [
    `${token}0`,
    `0${token}`,
    token.slice(1),
    `${token}\n`,
    ` ${token}`,
    '',
    '0'.repeat(32),
  ])
    assert.equal(keys.verifyBounceToken(changed), null, changed)
})

test('the halves of two tokens do not fit together', () => {
  const [one, other] = [keys.bounceToken(4711), keys.bounceToken(4712)]
  for (let cut = 1; cut < one.length; cut += 1) {
    const mixed = one.slice(0, cut) + other.slice(cut)
    if (mixed !== one && mixed !== other) assert.equal(keys.verifyBounceToken(mixed), null)
  }
})

test('tokens of another instance, and those of other kinds, are invalid', () => {
  assert.equal(keys.verifyBounceToken(elsewhere.bounceToken(4711)), null)
  assert.equal(keys.verifyBounceToken(keys.rowId('delivery', 4711)), null)
  assert.equal(keys.verifyBounceToken(keys.signInToken(4711).slice(0, 32)), null)
  assert.equal(keys.rowKey('delivery', `del_${keys.bounceToken(4711)}`), null)
  assert.equal(keys.verifySignInToken(keys.bounceToken(4711)), null)
})

test('tokens of successive deliveries do not reveal their order', () => {
  const tokens = Array.from({ length: 500 }, (_, at) => keys.bounceToken(at + 1))
  for (let place = 0; place < 32; place += 1) {
    const digits = new Set(tokens.map((token) => token[place]))
    assert.ok(digits.size >= 28, `digit ${place} takes ${digits.size} values`)
  }
  const rising = tokens.filter((token, at) => at > 0 && token > (tokens[at - 1] ?? '')).length
  assert.ok(rising > 200 && rising < 300, `${rising} of 499 steps go up`)
})

test('tokens of the previous link secret are valid until its configured end', () => {
  const secret = 'the former link secret of this instance'
  const token = createKeys(SECRET, { current: secret, old: null, clock }).bounceToken(4711)
  const rotate = (until: Date) =>
    createKeys(SECRET, { current: 'the new link secret of this instance', old: { secret, until }, clock })
  const before = rotate(new Date('2026-11-10T09:00:00.001Z'))
  assert.equal(before.verifyBounceToken(token), 4711)
  assert.equal(before.verifyBounceToken(before.bounceToken(4711)), 4711)
  assert.notEqual(before.bounceToken(4711), token)
  assert.equal(rotate(clock.now()).verifyBounceToken(token), null)
  assert.equal(keys.verifyBounceToken(token), null)
})
