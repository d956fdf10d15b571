import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import {
  armor,
  config,
  enums,
  generateKey,
  type KeyOptions,
  type PartialConfig,
  type PrivateKey,
  readKey,
  readPrivateKey,
  revokeKey,
  SignaturePacket,
  Subkey,
} from 'openpgp'
import { openEncryptor } from '../../../src/delivery/encryption/encryptor.ts'
import { MAX_EMAIL_KEY_BYTES, MAX_RSA_BITS } from '../../../src/domain/accounts/email-key.ts'
import { DAY, HOUR, later, SECOND } from '../../../src/domain/time.ts'

const MADE = new Date('2026-11-01T09:00:00.000Z')
const NOW = new Date('2026-11-10T09:00:00.000Z')
const ADDRESS = 'ada@lovelace.dev'

const encryptor = openEncryptor()
after(() => encryptor.close())

function make(options: Partial<KeyOptions> & { config?: PartialConfig } = {}) {
  return generateKey({
    userIDs: [{ name: 'Ada', email: ADDRESS }],
    date: MADE,
    type: 'curve25519',
    format: 'armored',
    ...options,
  } as KeyOptions & { format: 'armored' })
}

async function findFault(text: string, now = NOW): Promise<string> {
  const reading = await encryptor.readPasted(text, now)
  return reading.kind === 'refused' ? reading.fault : reading.kind
}

test('accepts a key of each kind that programs create today', async () => {
  for (const options of [{}, { type: 'ecc', curve: 'nistP256' }, { type: 'rsa', rsaBits: 2048 }] as const) {
    const { publicKey } = await make(options)
    assert.equal(await findFault(publicKey), 'key')
    assert.equal(await findFault(`Hello!\n\n${publicKey.replaceAll('\n', '\r\n')}\nBye`), 'key')
  }
})

test('refuses a private key, also one behind the label of a public key', async () => {
  const { privateKey } = await make()
  assert.equal(await findFault(privateKey), 'private_key')
  assert.equal(await findFault(privateKey.replaceAll('PRIVATE', 'PUBLIC')), 'private_key')
})

test('refuses several keys in one text, as blocks or in one block', async () => {
  const [one, other] = [await make(), await make()]
  assert.equal(await findFault(`${one.publicKey}\n${other.publicKey}`), 'several_keys')
  const packets = await Promise.all(
    [one, other].map(async ({ publicKey }) => (await readKey({ armoredKey: publicKey })).write()),
  )
  assert.equal(await findFault(toArmor(Buffer.concat(packets))), 'several_keys')
})

test('refuses text that is not a key', async () => {
  const block = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
  for (const text of ['', 'hello', block, `${block}\n\n!!!!\n-----END PGP PUBLIC KEY BLOCK-----`])
    assert.equal(await findFault(text), 'not_a_key')
  assert.equal(await findFault(toArmor(randomBytes(5000))), 'not_a_key')
})

test('refuses a text of more than 64 KiB', async () => {
  const { publicKey } = await make()
  assert.equal(await findFault(publicKey.padEnd(MAX_EMAIL_KEY_BYTES)), 'key')
  assert.equal(await findFault(publicKey.padEnd(MAX_EMAIL_KEY_BYTES + 1)), 'too_large')
})

test('refuses a key from its expiry on, and one that is not valid yet', async () => {
  const { publicKey } = await make({ keyExpirationTime: (30 * DAY) / SECOND })
  const end = later(MADE, 30 * DAY)
  const reading = await encryptor.readPasted(publicKey, later(end, -HOUR))
  assert.ok(reading.kind === 'key')
  assert.deepEqual(reading.key.expiresAt, end)
  assert.equal(await findFault(publicKey, end), 'expired')
  assert.equal(await findFault(publicKey, later(end, HOUR)), 'expired')
  assert.equal(await findFault(publicKey, later(MADE, -HOUR)), 'not_yet_valid')
})

test('refuses a key whose encryption subkey has expired, and knows when it does', async () => {
  const { publicKey } = await make({ subkeys: [{ keyExpirationTime: (10 * DAY) / SECOND }] })
  const reading = await encryptor.readPasted(publicKey, NOW)
  assert.ok(reading.kind === 'key')
  assert.deepEqual(reading.key.expiresAt, later(MADE, 10 * DAY))
  assert.equal(await findFault(publicKey, later(MADE, 11 * DAY)), 'expired')
})

test('finds no expiry while another encryption subkey remains valid', async () => {
  const { publicKey } = await make({ subkeys: [{ keyExpirationTime: (10 * DAY) / SECOND }, {}] })
  const reading = await encryptor.readPasted(publicKey, NOW)
  assert.ok(reading.kind === 'key')
  assert.equal(reading.key.expiresAt, null)
})

test('refuses a revoked key, also one that SHA-1 revokes', async () => {
  const { privateKey } = await make({ type: 'rsa', rsaBits: 2048 })
  const key = await readPrivateKey({ armoredKey: privateKey })
  const { publicKey } = await revokeKey({ key, date: MADE, format: 'armored' })
  assert.equal(await findFault(publicKey), 'revoked')
  const revoked = await readKey({ armoredKey: publicKey })
  await signWithSha1(revoked.revocationSignatures, key, { key: key.keyPacket })
  assert.equal(await findFault(revoked.armor()), 'revoked')
})

test('refuses a key that SHA-1 signs, one with a weak algorithm, and one that cannot encrypt', async () => {
  for (const forge of [signUser, signPart]) assert.equal(await findFault(await forge()), 'sha1')
  const short = await make({ type: 'rsa', rsaBits: 1024, config: { minRSABits: 1024 } })
  assert.equal(await findFault(short.publicKey), 'weak')
  const signing = await make({ subkeys: [{ sign: true }] })
  assert.equal(await findFault(signing.publicKey), 'cannot_encrypt')
})

test('refuses RSA of more than 8192 bits before it checks a signature', async () => {
  assert.equal(await findFault(toRsaKey(MAX_RSA_BITS)), 'cannot_encrypt')
  assert.equal(await findFault(toRsaKey(MAX_RSA_BITS + 1)), 'rsa_too_long')
})

test('keeps neither photos nor other people’s signatures', async () => {
  const { publicKey } = await make()
  const signer = await make()
  const key = await readKey({ armoredKey: publicKey })
  const signed = await key.signAllUsers([await readPrivateKey({ armoredKey: signer.privateKey })], NOW)
  assert.equal(signed.users[0]?.otherCertifications.length, 1)
  const reading = await encryptor.readPasted(`Comment above\n${signed.armor()}`, NOW)
  assert.ok(reading.kind === 'key')
  const kept = await readKey({ armoredKey: reading.key.armored })
  assert.equal(kept.users[0]?.otherCertifications.length, 0)
  assert.doesNotMatch(reading.key.armored, /Comment/)
})

test('keeps no forged signatures, which each email would check again', async () => {
  const { publicKey } = await make()
  const key = await readKey({ armoredKey: publicKey })
  const [subkey] = key.subkeys
  const [user] = key.users
  const [binding] = subkey?.bindingSignatures ?? []
  const [certification] = user?.selfCertifications ?? []
  assert.ok(subkey && user && binding && certification)
  const forge = async (signature: SignaturePacket) => {
    const bytes = signature.write()
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1
    const forged = new SignaturePacket()
    await forged.read(bytes)
    return forged
  }
  const forgedSubkey = new Subkey(subkey.keyPacket, key)
  forgedSubkey.bindingSignatures = [await forge(binding)]
  key.subkeys.push(forgedSubkey)
  subkey.bindingSignatures.push(await forge(binding))
  user.selfCertifications.push(await forge(certification))
  key.revocationSignatures.push(await forge(certification))
  const reading = await encryptor.readPasted(key.armor(), NOW)
  assert.ok(reading.kind === 'key')
  const kept = await readKey({ armoredKey: reading.key.armored })
  assert.deepEqual(
    [kept.subkeys, kept.subkeys[0]?.bindingSignatures, kept.users[0]?.selfCertifications].map(
      (one) => one?.length,
    ),
    [1, 1, 1],
  )
  assert.equal(kept.revocationSignatures.length, 0)
})

test('accepts only the key of the address from a directory', async () => {
  const [ada, bo, old] = [
    await make(),
    await make({ userIDs: [{ email: 'bo@builds.dev' }] }),
    await make({ keyExpirationTime: 60 }),
  ]
  const write = async (...pairs: { publicKey: string }[]) =>
    Buffer.concat(
      await Promise.all(pairs.map(async (pair) => (await readKey({ armoredKey: pair.publicKey })).write())),
    )
  const find = async (bytes: Buffer) => {
    const reading = await encryptor.readFound(bytes, 'Ada@Lovelace.dev', NOW)
    return reading.kind === 'refused' ? reading.fault : reading.key.fingerprint
  }
  const { fingerprint } = await readFingerprint(ada.publicKey)
  assert.equal(await find(await write(ada)), fingerprint)
  assert.equal(await find(await write(bo, old, ada)), fingerprint)
  assert.equal(await find(await write(bo)), 'not_a_key')
  assert.equal(await find(await write(old)), 'expired')
  assert.equal(await find(await write(ada, await make())), 'several_keys')
  assert.equal(await find(Buffer.from('<html>not found</html>')), 'not_a_key')
})

test('terminates a thread that does not answer in time, and starts another for the next work', async () => {
  await using hurried = toDisposable(openEncryptor({ limitMs: 1 }))
  await assert.rejects(hurried.readPasted('x', NOW), /no answer came for 1 ms/)
  await using usual = toDisposable(openEncryptor({ idleMs: 0 }))
  const { publicKey } = await make()
  for (let round = 0; round < 2; round += 1)
    assert.equal((await usual.readPasted(publicKey, NOW)).kind, 'key')
})

/** Makes a key whose user id SHA-1 signs. */
async function signUser(): Promise<string> {
  const key = await readPrivateKey({ armoredKey: (await make({ type: 'rsa', rsaBits: 2048 })).privateKey })
  const [user] = key.users
  const data = { userID: user?.userID, key: key.keyPacket }
  await signWithSha1(user?.selfCertifications ?? [], key, data)
  return key.toPublic().armor()
}

/** Makes a key with two encryption parts, of which SHA-1 binds the newer one. */
async function signPart(): Promise<string> {
  const { privateKey } = await make({ type: 'rsa', rsaBits: 2048, subkeys: [{}, { date: later(MADE, DAY) }] })
  const key = await readPrivateKey({ armoredKey: privateKey })
  const part = key.subkeys[1]
  const data = { key: key.keyPacket, bind: part?.keyPacket }
  await signWithSha1(part?.bindingSignatures ?? [], key, data)
  return key.toPublic().armor()
}

/** Signs again with SHA-1, which no program does any more. */
async function signWithSha1(
  signatures: readonly SignaturePacket[],
  key: PrivateKey,
  data: object,
): Promise<void> {
  assert.equal(signatures.length, 1)
  for (const signature of signatures) {
    signature.hashAlgorithm = enums.hash.sha1
    // The types of the library know neither its data nor its last argument.
    const sign = signature.sign.bind(signature) as unknown as (...given: unknown[]) => Promise<void>
    await sign(key.keyPacket, data, MADE, false, { ...config, nonDeterministicSignaturesViaNotation: false })
  }
}

async function readFingerprint(publicKey: string): Promise<{ fingerprint: string }> {
  const key = await readKey({ armoredKey: publicKey })
  return { fingerprint: key.getFingerprint().toUpperCase() }
}

function toArmor(bytes: Uint8Array): string {
  return armor(enums.armor.publicKey, bytes)
}

/** Writes a public key of this length without any signature (RFC 4880 §5.5.2). */
function toRsaKey(bits: number): string {
  const modulus = randomBytes(Math.ceil(bits / 8))
  modulus[0] = 1 << ((bits - 1) % 8)
  const body = Buffer.concat([
    Buffer.from([4, 0x65, 0, 0, 0, 1]),
    toNumber(bits, modulus),
    toNumber(17, Buffer.from([1, 0, 1])),
  ])
  const userId = Buffer.from(`Ada <${ADDRESS}>`)
  return toArmor(Buffer.concat([toPacket(6, body), toPacket(13, userId)]))
}

function toNumber(bits: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bits >> 8, bits & 255]), bytes])
}

function toPacket(tag: number, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), length, body])
}

function toDisposable<Closable extends { close(): Promise<void> }>(one: Closable) {
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() })
}
