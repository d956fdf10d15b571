import { decrypt, generateKey, readKey, readMessage, readPrivateKey } from 'openpgp'
import PostalMime, { type Email } from 'postal-mime'
import type { Owner } from '../fixtures/owner.ts'
import type { TestService } from '../service/service.ts'

/** A key pair of an owner. */
export type TestKey = { publicKey: string; privateKey: string; fingerprint: string }

/** Makes a key that begins now by the clock of the service. `expireSeconds`: it expires so long after that. */
export async function makeKey(
  service: Pick<TestService, 'now'>,
  { email = 'ada@lovelace.dev', expireSeconds = 0 } = {},
): Promise<TestKey> {
  const pair = await generateKey({
    userIDs: [{ email }],
    type: 'curve25519',
    date: service.now(),
    keyExpirationTime: expireSeconds,
    format: 'armored',
  })
  const key = await readKey({ armoredKey: pair.publicKey })
  return { ...pair, fingerprint: key.getFingerprint().toUpperCase() }
}

/** Decrypts an armored message. */
export async function open(armored: string, { privateKey }: TestKey): Promise<string> {
  const { data } = await decrypt({
    message: await readMessage({ armoredMessage: armored }),
    decryptionKeys: await readPrivateKey({ armoredKey: privateKey }),
  })
  return String(data)
}

/** Opens an encrypted email as a mail program does. `outer`: everything that anybody on its way can read. */
export async function openEmail(raw: Buffer, key: TestKey): Promise<{ outer: string; inner: Email }> {
  const outer = raw.toString('latin1')
  const armored = /-----BEGIN PGP MESSAGE-----[\s\S]*?-----END PGP MESSAGE-----/.exec(outer)?.[0]
  if (!armored) throw new Error(`the email is not encrypted:\n${outer}`)
  return { outer: outer.replace(armored, ''), inner: await PostalMime.parse(await open(armored, key)) }
}

/** Adds a key to the account of an owner and confirms it by the link in the encrypted email. */
export async function useKey(service: TestService, owner: Owner, key: TestKey): Promise<void> {
  const added = await owner.post('/account/email-key', { key: key.publicKey })
  if (added.status !== 201) throw new Error(`the key was answered ${added.status}: ${added.text}`)
  const confirmed = await service.post(await linkIn(service, key), {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
  if (confirmed.status !== 200) throw new Error(`the confirmation was answered ${confirmed.status}`)
}

/** Delivers what is due, and finds the link in the newest email, which is encrypted. */
export async function linkIn(service: TestService, key: TestKey): Promise<string> {
  await service.deliver()
  const newest = service.receivedEmails.at(-1)
  if (!newest) throw new Error('no email came')
  const { inner } = await openEmail(Buffer.from(newest.raw), key)
  const link = inner.text?.match(/http\S+\/email-key\/[0-9a-z]+/)?.[0]
  if (!link) throw new Error(`the email has no link: ${inner.text}`)
  return link
}
