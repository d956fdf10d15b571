import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSealedSecrets, SecretLost, type SecretPlace } from '../../src/ids/sealed-secrets.ts'

const OLD = 'the old link secret, long enough to be one'
const NEW = 'the new link secret, long enough to be one'
const PLACE: SecretPlace = { table: 'destination_secrets', column: 'address', row: 7 }
const ADDRESS = 'https://hooks.acme.test/T0/B0/verysecret?x=Zażółć 👋'

test('opens what it has sealed, whatever it is', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (secret, row) => {
      const sealed = secrets.seal(secret, { ...PLACE, row })
      assert.equal(secrets.open(sealed, { ...PLACE, row }), secret)
    }),
  )
})

test('a sealed secret tells nothing, and is another text each time', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const sealed = secrets.seal(ADDRESS, PLACE)
  assert.match(sealed, /^s1\.[\w-]{11}\.[\w-]+$/)
  const [, , text = ''] = sealed.split('.')
  assert.ok(!Buffer.from(text, 'base64url').includes('acme'))
  assert.notEqual(sealed, secrets.seal(ADDRESS, PLACE))
})

test('is lost when moved to another place, or changed by one bit', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const sealed = secrets.seal(ADDRESS, PLACE)
  for (const other of [{ row: 8 }, { column: 'signing' }, { table: 'hooks' }])
    assert.throws(() => secrets.open(sealed, { ...PLACE, ...other }), SecretLost)
  const [version, id, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(
      () => secrets.open([version, id, changed.toString('base64url')].join('.'), PLACE),
      SecretLost,
    )
  }
  for (const broken of ['', ADDRESS, `s1.${id}.`, `s1.${id}.${'A'.repeat(37)}`, `s2.${id}.${text}`])
    assert.throws(() => secrets.open(broken, PLACE), SecretLost)
})

test('a rotation opens old seals and makes new ones, and can stop anywhere', () => {
  const before = createSealedSecrets({ current: OLD, old: null })
  const during = createSealedSecrets({ current: NEW, old: OLD })
  const after = createSealedSecrets({ current: NEW, old: null })
  const sealed = before.seal(ADDRESS, PLACE)
  assert.equal(during.open(sealed, PLACE), ADDRESS)
  const resealed = during.reseal(sealed, PLACE)
  assert.ok(resealed)
  assert.equal(during.reseal(resealed, PLACE), null)
  assert.equal(after.open(resealed, PLACE), ADDRESS)
  assert.throws(() => after.open(sealed, PLACE), SecretLost)
  assert.throws(() => before.open(resealed, PLACE), SecretLost)
})

test('seals of another version of the program stay readable', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const stored = 's1.E8RvDdW9_Rg.l0MfTRFA0-QwEmBJeHftjkx3WC9FovfVxKoysoTKUv-nmQH7--ciPtppQytYJB9GV7PKnOA'
  assert.equal(secrets.open(stored, PLACE), 'https://hooks.acme.test/a')
})
