import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeys } from '../../src/ids/keys.ts'

const clock = { now: () => new Date('2026-11-10T09:00:00.000Z') }
const SECRET = 'the secret of the instance that is under test'
const keys = createKeys(SECRET)
const elsewhere = createKeys('the secret of quite another instance of ours')
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LINK = { key: 4711, until: new Date('2026-11-17T09:00:00.000Z'), linkVersion: 3 }

test('the token of a link to a file carries its key, its end and its version, whatever they are', () => {
  const key = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(
      key,
      fc.integer({ min: 0, max: 8e12 / 1000 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      (row, end, version) => {
        const link = { key: row, until: new Date(end * 1000), linkVersion: version }
        assert.deepEqual(keys.verifyFileToken(keys.fileToken(link)), link)
      },
    ),
  )
})

test('a link works until its end, rounded up to a second and never down', () => {
  for (const [milliseconds, rounded] of [
    [0, 0],
    [1, 1000],
    [999, 1000],
    [1000, 1000],
  ] as const) {
    const until = new Date(LINK.until.getTime() + milliseconds)
    const verified = keys.verifyFileToken(keys.fileToken({ ...LINK, until }))
    assert.equal(verified?.until.getTime(), LINK.until.getTime() + rounded)
  }
})

test('a token with any digit changed, added or left out leads to no file', () => {
  const token = keys.fileToken(LINK)
  assert.match(token, /^[0-9a-hjkmnp-tv-z]+$/)
  for (const [at, digit] of [...token].entries()) {
    for (const other of ALPHABET) {
      if (other === digit) continue
      assert.equal(keys.verifyFileToken(token.slice(0, at) + other + token.slice(at + 1)), null)
    }
  }
  for (const changed of [
    `${token}0`,
    token.slice(1),
    token.slice(0, -1),
    token.toUpperCase(),
    '',
    '0'.repeat(token.length),
  ])
    assert.equal(keys.verifyFileToken(changed), null, changed)
})

test('the halves of two tokens do not fit together', () => {
  const [one, other] = [keys.fileToken(LINK), keys.fileToken({ ...LINK, key: LINK.key + 1 })]
  for (let cut = 1; cut < one.length; cut += 1) {
    const mixed = one.slice(0, cut) + other.slice(cut)
    if (mixed !== one && mixed !== other) assert.equal(keys.verifyFileToken(mixed), null)
  }
})

test('tokens of another instance, and those of other kinds, lead to no file', () => {
  assert.equal(keys.verifyFileToken(elsewhere.fileToken(LINK)), null)
  assert.equal(keys.verifyFileToken(keys.rowId('file', LINK.key)), null)
  assert.equal(keys.rowKey('file', keys.fileToken(LINK)), null)
})

test('tokens of one file share no digits that tell of its key, its end or its version', () => {
  const tokens = [LINK, { ...LINK, key: LINK.key + 1 }, { ...LINK, linkVersion: 4 }].map(keys.fileToken)
  const [first = ''] = tokens
  for (const token of tokens.slice(1)) {
    const same = [...token].filter((digit, at) => digit === first[at]).length
    assert.ok(same < token.length / 3, `${same} of ${token.length} digits are the same`)
  }
})

test('links of the former link secret work until the time that is set for it', () => {
  const secret = 'the former link secret of this instance'
  const token = createKeys(SECRET, { current: secret, old: null, clock }).fileToken(LINK)
  const verifyUntil = (until: Date) => {
    const old = { secret, until }
    const changed = { current: 'the new link secret of this instance', old, clock }
    return createKeys(SECRET, changed).verifyFileToken(token)
  }
  assert.deepEqual(verifyUntil(new Date('2026-11-10T09:00:00.001Z')), LINK)
  assert.equal(verifyUntil(clock.now()), null)
})
