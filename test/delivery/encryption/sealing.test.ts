import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { createSealing } from '../../../src/delivery/channels/email/encrypted/sealed-submission.ts'
import { openEncryptor } from '../../../src/delivery/encryption/encryptor.ts'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import type { FieldValue } from '../../../src/domain/submissions/fields.ts'
import { makeKey, open } from '../../support/openpgp/key.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const endpoint = newEndpoint({ id: `f_${'0'.repeat(16)}`, recipient: 'ada@lovelace.dev', now: NOW })
const clock = { now: () => NOW }

async function openSealing() {
  const encryptor = openEncryptor()
  const seal = createSealing({ encryptor, onFault: assert.ifError })
  return { seal, [Symbol.asyncDispose]: () => encryptor.close() }
}

test('a flood of one form does not fill the encryption thread', async () => {
  await using sealing = await openSealing()
  const [ada, bo] = await Promise.all([makeKey(clock), makeKey(clock)])
  const seal = ({ publicKey }: { publicKey: string }) =>
    sealing.seal({
      ...{ endpoint, now: NOW, key: { armored: publicKey, expiresAt: null } },
      fields: [{ name: 'message', value: 'hello' }],
    })
  const flood = Promise.all(Array.from({ length: 25 }, () => seal(ada)))
  assert.notEqual(await seal(bo), null, 'another form is not affected')
  const encrypted = (await flood).filter((armored) => armored !== null)
  assert.equal(encrypted.length, 20)
  assert.notEqual(await seal(ada), null, 'the places are free again')
})

test('there is a limit for all forms together', async () => {
  await using sealing = await openSealing()
  const keys = await Promise.all(Array.from({ length: 6 }, () => makeKey(clock)))
  const flood = keys.flatMap(({ publicKey }) =>
    Array.from({ length: 20 }, () =>
      sealing.seal({ ...{ endpoint, now: NOW, fields: [] }, key: { armored: publicKey, expiresAt: null } }),
    ),
  )
  const encrypted = (await Promise.all(flood)).filter((armored) => armored !== null)
  assert.equal(encrypted.length, 100)
})

test('a long submission is encrypted with its text unchanged, without breaking it into lines', async () => {
  await using sealing = await openSealing()
  const key = await makeKey(clock)
  const value = 'Grüße aus 漢 '.repeat(2000).trim()
  const armored = await sealing.seal({
    ...{ endpoint, now: NOW, key: { armored: key.publicKey, expiresAt: null } },
    fields: [{ name: 'message', value }],
  })
  const decrypted = await open(armored ?? '', key)
  assert.match(
    decrypted,
    /^Content-Type: text\/plain.*protected-headers="v1"\nContent-Transfer-Encoding: base64$/m,
  )
  const { text = '' } = await PostalMime.parse(decrypted)
  assert.ok(text.replaceAll('\r\n', '\n').includes(`\n${value}\n`))
})

test('deep lists do not make a long submission many times as long', async () => {
  await using sealing = await openSealing()
  const key = { armored: (await makeKey(clock)).publicKey, expiresAt: null }
  let value: FieldValue = Array.from({ length: 25_000 }, () => 1)
  for (let depth = 0; depth < 6; depth += 1) value = [value, {}]
  const armored = await sealing.seal({ endpoint, now: NOW, key, fields: [{ name: 'list', value }] })
  const times = (armored?.length ?? 0) / JSON.stringify(value).length
  assert.ok(times > 1 && times < 5, `${times} times`)
})
