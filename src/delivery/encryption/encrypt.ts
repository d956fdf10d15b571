import { createMessage, encrypt, type Key, readKey } from 'openpgp'

/** Maximum number of parsed keys that are cached: parsing one takes as long as encrypting to it. */
const MAX_KEPT_KEYS = 50
const kept = new Map<string, Key>()

/**
 * Encrypts bytes to a key that `read-key.ts` has accepted, and returns an armored message. Only keys that announce support for it
 * get authenticated encryption (RFC 9580); all others get the format that GnuPG 2.2 and older programs read (RFC 4880). Nothing is
 * compressed, because the size of a compressed text reveals something about its contents.
 */
export async function encryptTo(armoredKey: string, content: Uint8Array, now: Date): Promise<string> {
  const encryptionKeys = await getKey(armoredKey)
  const message = await createMessage({ binary: content, date: now, filename: '' })
  return encrypt({ message, encryptionKeys, date: now })
}

async function getKey(armoredKey: string): Promise<Key> {
  const known = kept.get(armoredKey)
  if (known) return known
  const key = await readKey({ armoredKey })
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT_KEYS && oldest !== undefined) kept.delete(oldest)
  kept.set(armoredKey, key)
  return key
}
