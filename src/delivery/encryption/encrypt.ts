import { createMessage, encrypt, type Key, readKey } from 'openpgp'

/** Parsed keys that are kept: parsing one takes as long as encrypting to it. */
const MAX_KEPT_KEYS = 50
const kept = new Map<string, Key>()

/**
 * Encrypts bytes to a key that was read before, and returns an armored message (RFC 4880). Only keys that say that they can
 * get authenticated encryption (RFC 9580); all others get what GnuPG 2.2 and older programs read. Nothing is compressed: the
 * size of a compressed text reveals its contents.
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
