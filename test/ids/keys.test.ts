import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeys } from '../../src/ids/keys.ts'
import { fromBase32, toBase32 } from '../../src/ids/tokens.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const keys = createKeys('the secret of the instance that is under test')
const elsewhere = createKeys('the secret of quite another instance of ours')
const rowKey = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

/** Every text that differs from `text` in one digit. */
function neighbours(text: string): string[] {
  return [...text].flatMap((digit, at) =>
    [...ALPHABET]
      .filter((other) => other !== digit)
      .map((other) => text.slice(0, at) + other + text.slice(at + 1)),
  )
}

test('base32 encodes any bytes reversibly and decodes nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      assert.deepEqual(fromBase32(toBase32(bytes)), Buffer.from(bytes))
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...ALPHABET, 'I', 'u', '-'), maxLength: 40 }), (text) => {
      const bytes = fromBase32(text)
      assert.ok(bytes === null || toBase32(bytes) === text)
    }),
  )
  assert.equal(toBase32(Buffer.from([0xff, 0x00])), 'zw00')
})

test('form IDs are f_ and 16 digits, and no two are alike', () => {
  const ids = Array.from({ length: 1000 }, () => keys.newEndpointId('form'))
  for (const id of ids) assert.match(id, /^f_[0-9a-hjkmnp-tv-z]{16}$/)
  assert.equal(new Set(ids).size, ids.length)
})

test('a submission ID decodes to its row', () => {
  fc.assert(
    fc.property(rowKey, (row) => {
      const id = keys.submissionId(row)
      assert.match(id, /^sub_[0-9a-hjkmnp-tv-z]{26}$/)
      assert.equal(keys.submissionKey(id), row)
    }),
  )
  for (const row of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) {
    assert.throws(() => keys.submissionId(row), RangeError)
  }
})

test('rejects a submission ID of another instance or with one digit changed', () => {
  // One foreign id in 2048 would pass for a row if the check pattern were not looked at.
  for (let row = 1; row <= 20_000; row += 1) {
    assert.equal(keys.submissionKey(elsewhere.submissionId(row)), null)
  }
  const id = keys.submissionId(7)
  for (const other of neighbours(id.slice(4))) assert.equal(keys.submissionKey(`sub_${other}`), null)
  for (const other of [id.toUpperCase(), id.slice(0, -1), `${id}0`, id.slice(4), `msg_${id.slice(4)}`, '']) {
    assert.equal(keys.submissionKey(other), null, other)
  }
})

test('submission IDs reveal neither order nor number', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => keys.submissionId(index + 1))
  assert.equal(new Set(ids).size, ids.length)
  const rising = ids.filter((id, index) => index > 0 && id > (ids[index - 1] ?? '')).length
  assert.ok(rising > 850 && rising < 1150, `${rising} of 1999 steps go up`)
  const beginnings = new Set(ids.map((id) => id.slice(4, 8)))
  assert.ok(beginnings.size > 1900, 'rows in a row share no beginning')
})

const tokens = [
  { purpose: 'claim', make: keys.claimToken, read: keys.verifyClaimToken },
  { purpose: 'disown', make: keys.declineToken, read: keys.verifyDeclineToken },
  {
    purpose: 'mail stop',
    make: (id: string) => keys.mailStopToken({ id, handedOverAt: null }),
    read: (token: string) => keys.verifyMailStopToken(token)?.id ?? null,
  },
]

for (const { purpose, make, read } of tokens) {
  test(`a ${purpose} token is constant and opens its endpoint for this purpose only`, () => {
    const formId = keys.newEndpointId('form')
    const token = make(formId)
    assert.match(token, /^[0-9a-hjkmnp-tv-z]{48}$/)
    assert.equal(make(formId), token)
    assert.equal(read(token), formId)
    const readers = tokens.filter((other) => other.read(token) !== null)
    assert.deepEqual(
      readers.map((reader) => reader.purpose),
      [purpose],
    )
  })

  test(`rejects a ${purpose} token with one digit changed`, () => {
    const token = make(keys.newEndpointId('form'))
    for (const other of neighbours(token)) assert.equal(read(other), null)
    for (const other of ['', token.slice(1), `${token}0`, token.toUpperCase(), `${token}\n`]) {
      assert.equal(read(other), null)
    }
  })
}

test('the secret of a browser is valid for its mailbox alone, and not with one character changed', () => {
  const secret = keys.newBrowserSecret('ada')
  assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
  assert.notEqual(secret, keys.newBrowserSecret('ada'))
  assert.equal(keys.isBrowserSecret({ secret, mailboxKey: 'ada' }), true)
  assert.equal(keys.isBrowserSecret({ secret, mailboxKey: 'bo' }), false)
  assert.equal(elsewhere.isBrowserSecret({ secret, mailboxKey: 'ada' }), false)
  const changed = [0, 21, 41, 42].map(
    (at) => secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1),
  )
  for (const other of [...changed, '', secret.slice(1), keys.newSessionSecret()]) {
    assert.equal(keys.isBrowserSecret({ secret: other, mailboxKey: 'ada' }), false)
  }
})

test('a sign-in token opens its sign-in, and none with one digit changed', () => {
  const token = keys.signInToken(4711)
  assert.match(token, /^[0-9a-hjkmnp-tv-z]{58}$/)
  assert.equal(keys.verifySignInToken(token), 4711)
  for (const other of [...neighbours(token), '', token.slice(1), `${token}0`, `${token}\n`]) {
    assert.equal(keys.verifySignInToken(other), null)
  }
  assert.equal(keys.verifySignInToken(elsewhere.signInToken(4711)), null)
  assert.match(keys.signInCode(4711), /^[0-9a-hjkmnp-tv-z]{8}$/)
  assert.notEqual(keys.signInCode(4711), keys.signInCode(4712))
})

test('rejects a token of another instance', () => {
  assert.equal(keys.verifyClaimToken(elsewhere.claimToken(keys.newEndpointId('form'))), null)
})

test('a token depends only on the form ID', () => {
  for (const id of ['', 'f_short', 'sub_k3v9q2m7x4t8r5wz', 'f_k3v9q2m7x4t8r5wi']) {
    assert.throws(() => keys.claimToken(id), RangeError)
  }
})

test('hashes of client addresses and email addresses are keyed, short, and distinct', () => {
  assert.equal(keys.addressKey('192.0.2.1'), keys.addressKey('192.0.2.1'))
  assert.match(keys.addressKey('192.0.2.1'), /^[\w-]{22}$/)
  assert.notEqual(keys.addressKey('192.0.2.1'), keys.addressKey('192.0.2.2'))
  assert.notEqual(keys.addressKey('ada'), keys.mailboxKey('ada'))
  assert.notEqual(keys.addressKey('ada'), elsewhere.addressKey('ada'))
})

test('the same secret yields the same IDs and links in every version', () => {
  assert.deepEqual(
    [keys.submissionId(1), keys.claimToken('f_0123456789abcdef'), keys.mailboxKey('ada@lovelace.dev')],
    [
      'sub_8sm0av7mbzp77anmffayhdta6w',
      '0123456789abcdef6pgntass6gbgr4jtap7cahjv6kd6mddq',
      'TBtYKgsa0fYojklurTkh3w',
    ],
  )
})

test('an ID of one kind of row is invalid for another kind', () => {
  const kinds = ['session', 'api_key', 'delivery', 'cursor'] as const
  fc.assert(
    fc.property(rowKey, (row) => {
      for (const kind of kinds) {
        const id = keys.rowId(kind, row)
        assert.equal(keys.rowKey(kind, id), row)
        assert.equal(elsewhere.rowKey(kind, id), null)
        assert.equal(keys.submissionKey(id), null)
        for (const other of kinds.filter((one) => one !== kind)) {
          const posing = id.replace(/^\w+?_/, keys.rowId(other, 1).slice(0, 4))
          assert.equal(keys.rowKey(other, posing), null)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a session secret has 256 bits, and its stored hash reveals nothing', () => {
  const secrets = Array.from({ length: 1000 }, () => keys.newSessionSecret())
  for (const secret of secrets) assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(new Set(secrets).size, secrets.length)
  const [secret = ''] = secrets
  const hash = keys.secretHash(secret)
  assert.ok(keys.matchesSecretHash(secret, hash))
  assert.ok(!keys.matchesSecretHash(secret.slice(1), hash))
  assert.ok(!hash.includes(secret.slice(0, 8)))
})

test('reads a code as people type it, and each sign-in has its own', () => {
  const code = keys.signInCode(4711)
  assert.match(code, /^[0-9a-hjkmnp-tv-z]{8}$/)
  const asTyped = [code, code.toUpperCase(), ` ${code.slice(0, 4)} ${code.slice(4)}\n`, [...code].join('-')]
  for (const typed of asTyped) assert.ok(keys.isSignInCode(4711, typed), typed)
  for (const typed of ['', code.slice(1), `${code}0`, `${code.slice(0, 7)}é`, ...neighbours(code)]) {
    assert.ok(!keys.isSignInCode(4711, typed), typed)
  }
  assert.ok(!keys.isSignInCode(4712, code))
  assert.ok(!elsewhere.isSignInCode(4711, code))
})

test('the token of a receipt belongs to one submission, and to the link secret', () => {
  const keys = createKeys('the secret of the instance that is under test')
  const id = keys.submissionId(4096)
  const token = keys.receiptToken(id)
  assert.match(token, /^[0-9a-hjkmnp-tv-z]{26}[0-9a-f]{32}$/)
  assert.equal(keys.verifyReceiptToken(token), 4096)
  for (let at = 0; at < token.length; at += 1) {
    const wrong = token.slice(0, at) + (token[at] === '7' ? '8' : '7') + token.slice(at + 1)
    assert.equal(keys.verifyReceiptToken(wrong), null, `digit ${at}`)
  }
  const other = keys.receiptToken(keys.submissionId(8192))
  assert.equal(keys.verifyReceiptToken(token.slice(0, 26) + other.slice(26)), null)
  assert.equal(keys.verifyReceiptToken(id.slice(4) + id.slice(4)), null)
  const rotated = createKeys('the secret of the instance that is under test', {
    current: 'another secret for links, which is as long as the first',
    old: null,
    clock: { now: () => new Date(0) },
  })
  assert.equal(rotated.submissionId(4096), id)
  assert.equal(rotated.verifyReceiptToken(token), null)
})

test('the id of a row is the same whichever rows got theirs before', () => {
  const used = createKeys('a secret')
  const follow = (first: number, step: number) =>
    Array.from({ length: 20 }, (_, place) => first + place * step)
  const rows = [
    ...follow(1, 1),
    ...follow(1000, 16),
    ...follow(1400, -16),
    ...follow(5000, 65),
    ...follow(2 ** 32 - 100, 16),
    ...follow(Number.MAX_SAFE_INTEGER - 400, 16),
    7,
    7,
    1016,
  ]
  for (const row of rows) {
    const id = used.submissionId(row)
    assert.equal(id, createKeys('a secret').submissionId(row), String(row))
    assert.equal(used.submissionKey(id), row)
  }
})
