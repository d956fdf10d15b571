import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Database } from '../config/database.ts'
import { MIN_SECRET_BYTES } from '../config/secret-text.ts'

/** Name of the file with the generated secret in the data directory. */
export const SECRET_NAME = 'secret'
/** Permission bits that let other users read the secret. */
export const FOREIGN_MODE_BITS = 0o077

const OWNER_READS_AND_WRITES = 0o600
const OWNER_ONLY_DIRECTORY = 0o700
const GENERATED_BYTES = 32

/** Thrown when the secret is missing or damaged: a new one would invalidate every link that was ever sent. */
export class SecretLost extends Error {}

/**
 * Loads the secret of this instance: the configured one, else the one in the data directory, else a new one that is on
 * disk before this returns. The bytes are those of the text, so that the content of the file can be moved to
 * `FORMSLOT_SECRET` without changing ids and links.
 *
 * @throws SecretLost when there is a database but no secret.
 */
export function loadSecret(place: { secret: string | null; dataDir: string; database: Database }): Buffer {
  if (place.secret !== null) return Buffer.from(place.secret)
  const file = path.join(place.dataDir, SECRET_NAME)
  if (existsSync(file)) return readSecret(file)
  const { database } = place
  if (database.kind === 'sqlite' && existsSync(database.file)) {
    throw new SecretLost(
      `${file} is missing, but the database ${database.file} exists. Restore the secret from a backup. ` +
        'A new one would invalidate all links in sent emails and change all public ids.',
    )
  }
  mkdirSync(place.dataDir, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
  writeNewSecret(place.dataDir, file)
  return readSecret(file)
}

function readSecret(file: string): Buffer {
  if (statSync(file).mode & FOREIGN_MODE_BITS) chmodSync(file, OWNER_READS_AND_WRITES)
  const secret = Buffer.from(readFileSync(file, 'utf8').trim())
  if (secret.length >= MIN_SECRET_BYTES) return secret
  throw new SecretLost(`${file} contains only ${secret.length} bytes. Restore the secret from a backup`)
}

/** Writes the secret atomically and never over that of another process: links the flushed file to its name. */
function writeNewSecret(dataDir: string, file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', OWNER_READS_AND_WRITES)
  try {
    writeFileSync(descriptor, `${randomBytes(GENERATED_BYTES).toString('base64url')}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    const wasFirst = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!wasFirst) throw error
  } finally {
    unlinkSync(draft)
  }
  flushDirectory(dataDir)
}

function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
