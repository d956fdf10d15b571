import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getDestinationPlace, type SecretPlace } from '../../src/domain/secret-place.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { createSealedSecrets } from '../../src/ids/sealed-secrets.ts'

const OLD = 'the old link secret, long enough to be one'
const NEW = 'the new link secret, long enough to be one'
const PLACE = getDestinationPlace('address', { endpointId: 'f_1', destinationId: 'dst_7' })
const ADDRESS = 'https://hooks.acme.test/T0/B0/verysecret?x=Zażółć 👋'

test('opens what it has sealed, whatever it is', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, row) => {
      const sealed = secrets.sealSecret(secret, { ...PLACE, row })
      assert.equal(secrets.openSecret(sealed, { ...PLACE, row }), secret)
    }),
  )
})

test('a sealed secret tells nothing, and is another text each time', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const sealed = secrets.sealSecret(ADDRESS, PLACE)
  assert.match(sealed, /^s1\.[\w-]{11}\.[\w-]+$/)
  const [, , text = ''] = sealed.split('.')
  assert.ok(!Buffer.from(text, 'base64url').includes('acme'))
  assert.notEqual(sealed, secrets.sealSecret(ADDRESS, PLACE))
})

test('is lost when moved to another place, or changed by one bit', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const sealed = secrets.sealSecret(ADDRESS, PLACE)
  const elsewhere: SecretPlace[] = [
    getDestinationPlace('address', { endpointId: 'f_1', destinationId: 'dst_8' }),
    getDestinationPlace('address', { endpointId: 'f_2', destinationId: 'dst_7' }),
    getDestinationPlace('signing', { endpointId: 'f_1', destinationId: 'dst_7' }),
    { ...PLACE, table: 'hooks' },
  ]
  for (const place of elsewhere) {
    assert.equal(secrets.openSecret(sealed, place), null)
    assert.deepEqual(secrets.resealSecret(sealed, place), { kind: 'lost' })
  }
  const [version, id, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.equal(secrets.openSecret([version, id, changed.toString('base64url')].join('.'), PLACE), null)
  }
  for (const broken of ['', ADDRESS, `s1.${id}.`, `s1.${id}.${'A'.repeat(37)}`, `s2.${id}.${text}`])
    assert.equal(secrets.openSecret(broken, PLACE), null)
})

test('a rotation opens old seals and makes new ones, and can stop anywhere', () => {
  const before = createSealedSecrets({ current: OLD, old: null })
  const during = createSealedSecrets({ current: NEW, old: OLD })
  const after = createSealedSecrets({ current: NEW, old: null })
  const sealed = before.sealSecret(ADDRESS, PLACE)
  assert.equal(during.openSecret(sealed, PLACE), ADDRESS)
  const resealed = during.resealSecret(sealed, PLACE)
  assert.ok(resealed.kind === 'resealed')
  assert.deepEqual(during.resealSecret(resealed.sealed, PLACE), { kind: 'current' })
  assert.equal(after.openSecret(resealed.sealed, PLACE), ADDRESS)
  assert.equal(after.openSecret(sealed, PLACE), null)
  assert.deepEqual(after.resealSecret(sealed, PLACE), { kind: 'lost' })
  assert.equal(before.openSecret(resealed.sealed, PLACE), null)
})

test('the keys of an instance open seals of its old link secret after its date, too', () => {
  const now = new Date('2026-11-10T09:00:00.000Z')
  const secret = 'the secret of the instance that is under test'
  const until = new Date('2026-11-09T00:00:00.000Z')
  const before = createKeys(secret)
  const rotated = createKeys(secret, { current: NEW, old: { secret, until }, clock: { now: () => now } })
  const sealed = before.sealSecret(ADDRESS, PLACE)
  assert.equal(rotated.openSecret(sealed, PLACE), ADDRESS)
  assert.equal(rotated.resealSecret(sealed, PLACE).kind, 'resealed')
  assert.equal(before.openSecret(rotated.sealSecret(ADDRESS, PLACE), PLACE), null)
})

test('seals of another version of the program stay readable', () => {
  const secrets = createSealedSecrets({ current: NEW, old: null })
  const stored = 's1.E8RvDdW9_Rg.9pD_zr-tO47Hz4ktFBcAq8w8hnkU6ADch-EXcsSS33w5Ta2PVyIPDlmH0iXELJMrr_l48jo'
  assert.equal(secrets.openSecret(stored, PLACE), 'https://hooks.acme.test/a')
})
