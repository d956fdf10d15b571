import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from '../domain/keys.ts'
import type { SecretPlace } from '../domain/secret-place.ts'

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
}): Pick<Keys, 'sealSecret' | 'openSecret' | 'resealSecret' | 'sealKeyIds'> {
  const current = deriveKey(secrets.current)
  const old = secrets.old === null ? null : deriveKey(secrets.old)
  const keys = old ? [current, old] : [current]

  function sealSecret(secret: string, place: SecretPlace): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, current.bytes, nonce).setAAD(toData(place))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `s1.${current.id}.${sealed.toString('base64url')}`
  }

  function openSecret(sealed: string, place: SecretPlace): string | null {
    const [, id, text = ''] = SEALED.exec(sealed) ?? []
    const key = keys.find((one) => one.id === id)
    if (!key) return null
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(toData(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([start, decipher.final()]).toString('utf8')
    } catch {
      // It was changed, or moved to another place.
      return null
    }
  }

  return {
    sealKeyIds: { current: current.id, old: old?.id ?? null },
    sealSecret,
    openSecret,
    resealSecret(sealed, place) {
      const secret = openSecret(sealed, place)
      if (secret === null) return { kind: 'lost' }
      const isCurrent = SEALED.exec(sealed)?.[1] === current.id
      return isCurrent ? { kind: 'current' } : { kind: 'resealed', sealed: sealSecret(secret, place) }
    },
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
