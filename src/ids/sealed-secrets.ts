import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed secret is stored. It can be opened as the secret of this place alone. */
export type SecretPlace = { table: string; column: string; row: number }

/** Secrets that the database stores sealed, such as the addresses of webhooks and their signing secrets. */
export type SealedSecrets = {
  /** Seals a secret for its place. The same secret is sealed differently each time. */
  seal(secret: string, place: SecretPlace): string
  /** Throws `SecretLost` when neither link secret opens it at this place. */
  open(sealed: string, place: SecretPlace): string
  /** Returns the secret sealed with the current link secret; null when it already is. */
  reseal(sealed: string, place: SecretPlace): string | null
}

/** A sealed secret was changed, moved to another place, or sealed with a link secret that this instance does not have. */
export class SecretLost extends Error {
  override name = 'SecretLost'
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** A random nonce of 96 bits may be used 2³² times with one key (NIST SP 800-38D, 8.3). */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** 64 bits distinguish the keys of an instance. */
const KEY_ID_BYTES = 8
const SEALED = /^s1\.([\w-]{11})\.([\w-]{38,})$/

type Key = { id: string; bytes: Buffer }

/**
 * Creates the seals of an instance: AES-256-GCM under a key derived from the link secret (HKDF, RFC 5869), with the place as
 * associated data. A sealed secret names its key, so that a rotation of the link secret can stop anywhere and go on later.
 *
 * @param secrets.old the link secret before the current one, whose seals are still opened
 */
export function createSealedSecrets(secrets: {
  current: Buffer | string
  old: Buffer | string | null
}): SealedSecrets {
  const current = deriveKey(secrets.current)
  const keys = secrets.old === null ? [current] : [current, deriveKey(secrets.old)]

  function seal(secret: string, place: SecretPlace): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, current.bytes, nonce).setAAD(toData(place))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `s1.${current.id}.${sealed.toString('base64url')}`
  }

  function open(sealed: string, place: SecretPlace): string {
    const [, id, text = ''] = SEALED.exec(sealed) ?? []
    const key = keys.find((one) => one.id === id)
    if (!key) throw new SecretLost('A secret in the database was sealed with another link secret.')
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(toData(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([start, decipher.final()]).toString('utf8')
    } catch (error) {
      throw new SecretLost('A secret in the database was changed or moved.', { cause: error })
    }
  }

  return {
    seal,
    open,
    reseal: (sealed, place) =>
      SEALED.exec(sealed)?.[1] === current.id ? null : seal(open(sealed, place), place),
  }
}

function deriveKey(secret: Buffer | string): Key {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `formslot:${purpose}:v1`, bytes))
  return {
    id: derive('sealed-secret-id', KEY_ID_BYTES).toString('base64url'),
    bytes: derive('sealed-secret', KEY_BYTES),
  }
}

function toData({ table, column, row }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]))
}
