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

/** The generated secret's file in the data directory. */
export const SECRET_NAME = 'secret'
/** Whoever may read the secret besides its owner. */
export const FOREIGN_MODE_BITS = 0o077

const OWNER_READS_AND_WRITES = 0o600
const OWNER_ONLY_DIRECTORY = 0o700
const GENERATED_BYTES = 32

/** The secret is gone or spoilt, and starting with a new one would end every link that was ever sent. */
export class SecretLost extends Error {}

/**
 * The secret of this instance: the configured one, else the one kept in the data directory, else a new one
 * that is on disk before this returns. The bytes are those of the text, so that the content of the file
 * moved into `FORMSLOT_SECRET` gives the same ids and links.
 *
 * @throws SecretLost when there is a database but no secret to go with it.
 */
export function loadSecret(place: { secret: string | null; dataDir: string; database: Database }): Buffer {
  if (place.secret !== null) return Buffer.from(place.secret)
  const file = path.join(place.dataDir, SECRET_NAME)
  if (existsSync(file)) return keptSecret(file)
  const { database } = place
  if (database.kind === 'sqlite' && existsSync(database.file)) {
    throw new SecretLost(
      `${file} is missing, but there is a database, ${database.file}: put the secret back from its backup. ` +
        'A new one would end all links in emails that were sent, and change all public ids.',
    )
  }
  mkdirSync(place.dataDir, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
  keepNewSecret(place.dataDir, file)
  return keptSecret(file)
}

function keptSecret(file: string): Buffer {
  if (statSync(file).mode & FOREIGN_MODE_BITS) chmodSync(file, OWNER_READS_AND_WRITES)
  const secret = Buffer.from(readFileSync(file, 'utf8').trim())
  if (secret.length >= MIN_SECRET_BYTES) return secret
  throw new SecretLost(`${file} holds only ${secret.length} bytes: put the secret back from its backup`)
}

/** Whole or not at all, and never over another process's: the flushed file is linked to its name. */
function keepNewSecret(dataDir: string, file: string): void {
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
