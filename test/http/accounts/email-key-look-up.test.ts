import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey } from 'openpgp'
import { listDirectoryUrls } from '../../../src/delivery/encryption/look-up-key.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startKeyDirectory } from '../../support/openpgp/directory.ts'
import { makeKey, type TestKey } from '../../support/openpgp/key.ts'
import { startService } from '../../support/service/service.ts'

const ADVANCED = 'openpgpkey.lovelace.dev/.well-known/openpgpkey/lovelace.dev'
const DIRECT = 'lovelace.dev/.well-known/openpgpkey'
const HOSTS = ['openpgpkey.lovelace.dev', 'lovelace.dev']

async function write({ publicKey }: TestKey): Promise<Buffer> {
  return Buffer.from((await readKey({ armoredKey: publicKey })).write())
}

test('asks the key directory at its subdomain, and then at the domain', () => {
  // The example of the draft.
  assert.deepEqual(listDirectoryUrls('Joe.Doe@Example.ORG'), [
    'https://openpgpkey.example.org/.well-known/openpgpkey/example.org/hu/iy9q119eutrkn8s1mk4r39qejnbu3n5q?l=Joe.Doe',
    'https://example.org/.well-known/openpgpkey/hu/iy9q119eutrkn8s1mk4r39qejnbu3n5q?l=Joe.Doe',
  ])
  const [hostile = ''] = listDirectoryUrls('a/../..?x=1#&{}@example.org')
  assert.equal(new URL(hostile).searchParams.get('l'), 'a/../..?x=1#&{}')
})

test('finds the key of the owner’s address, through the egress guard, and stores nothing', async () => {
  const answers = new Map<string, Buffer>()
  await using directory = await startKeyDirectory(HOSTS, answers)
  await using service = await startService({ env: { FORMSLOT_EGRESS_PROXY: directory.proxy } })
  const ada = await signIn(service)
  const lookUp = () => ada.post('/account/email-key/look-up')
  const [advanced = '', direct = ''] = listDirectoryUrls('ada@lovelace.dev').map(
    (url) => url.slice('https://'.length).split('?')[0] ?? '',
  )
  assert.ok(advanced.startsWith(ADVANCED) && direct.startsWith(DIRECT))

  assert.deepEqual([(await lookUp()).json.code, directory.asked.length], ['email_key_missing', 2])
  const [key, bos] = [await makeKey(service), await makeKey(service, { email: 'bo@builds.dev' })]
  answers.set(direct, await write(key))
  const found = await lookUp()
  assert.deepEqual([found.status, found.json.fingerprint], [200, key.fingerprint])
  assert.match(String(found.json.key), /^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  assert.deepEqual(await service.sql('select key from email_keys'), [])
  assert.equal((await ada.post('/account/email-key', { key: found.json.key })).status, 201)

  answers.set(advanced, await write(bos))
  assert.equal((await lookUp()).json.code, 'email_key_refused', 'a key of another address')
  answers.set(advanced, Buffer.alloc(64 * 1024))
  assert.match(String((await lookUp()).json.message), /larger than 64 KiB/)
})

test('looks up at most ten times an hour', async () => {
  await using directory = await startKeyDirectory([], new Map())
  await using service = await startService({ env: { FORMSLOT_EGRESS_PROXY: directory.proxy } })
  const ada = await signIn(service)
  const codes: unknown[] = []
  for (let sent = 0; sent < 11; sent += 1) {
    codes.push((await ada.post('/account/email-key/look-up')).json.code)
  }
  assert.deepEqual(codes, [...Array(10).fill('email_key_missing'), 'email_key_rate'])
})
