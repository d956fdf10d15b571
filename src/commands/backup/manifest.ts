import { z } from 'zod'
import { DATABASE_NAME } from '../../config/database.ts'
import { MAILBOX_NAME } from '../../delivery/channels/email/embedded-mailbox.ts'
import { toTerminalLine } from '../../markup/terminal-text.ts'
import { SECRET_NAME } from '../../runtime/secret.ts'
import { LIST_NAME } from './file-entries.ts'
import { ArchiveInvalid } from './tar.ts'

/** Name of the first entry of a backup. */
export const MANIFEST_NAME = 'manifest.json'
export const LINK_SECRET_NAME = 'link-secret'
export const OLD_LINK_SECRET_NAME = 'old-link-secret'
export const PLANS_NAME = 'plans.json'
/** Enough for the names and hashes of half a million emails. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

const FORMAT = 'formslot-backup-1'
const EMAIL = new RegExp(`^${MAILBOX_NAME}/\\d{8}T\\d{9}Z-[0-9a-f]{32}\\.eml$`)
/** Every file that a backup may contain, except emails. */
const NAMES: readonly string[] = [
  DATABASE_NAME,
  SECRET_NAME,
  LINK_SECRET_NAME,
  OLD_LINK_SECRET_NAME,
  PLANS_NAME,
  LIST_NAME,
]

const secret = z.strictObject({ included: z.boolean(), fingerprint: z.string().min(1).max(100) })
const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** Version of the program. */
  version: z.string().regex(/^[\w.+-]{1,100}$/),
  /** Version of the schema of the database; null without a database. */
  schema: z.int().nullable(),
  made_at: z.iso.datetime(),
  secret,
  /** null: links are signed with the secret. */
  link_secret: secret.nullable(),
  /** Rows by table; null without a database. */
  counts: z.record(z.string().regex(/^\w{1,100}$/), z.int().min(0)).nullable(),
  /** Files that the rows name, whose entries follow those of `files`; null: they were left out. */
  stored_files: z.strictObject({ files: z.int().min(0), bytes: z.int().min(0) }).nullable(),
  /** The next entries, in their order. */
  files: z.array(
    z.strictObject({
      name: z.string().refine(isKnownName),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})

/** The first entry of a backup: says what it is and what it contains. */
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** Formats a manifest. */
export function createManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Parses a manifest, and accepts names of our own files alone, each once.
 *
 * @throws ArchiveInvalid
 */
export function parseManifest(text: string): Manifest {
  const read = manifestSchema.safeParse(parseJson(text))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ArchiveInvalid(
      `${MANIFEST_NAME} is not that of a backup (${toTerminalLine(issue?.path.join('.') ?? '')})`,
    )
  }
  const { files } = read.data
  if (new Set(files.map(({ name }) => name)).size < files.length) {
    throw new ArchiveInvalid(`${MANIFEST_NAME} names a file twice`)
  }
  if (files.some(({ name }) => name === LIST_NAME) !== (read.data.stored_files !== null)) {
    throw new ArchiveInvalid(`${MANIFEST_NAME} names files without ${LIST_NAME}, or the other way round`)
  }
  return read.data
}

/** Returns true for a name that a backup may contain. */
export function isKnownName(name: string): boolean {
  return NAMES.includes(name) || EMAIL.test(name)
}

/** @throws ArchiveInvalid */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ArchiveInvalid(`${MANIFEST_NAME} is not JSON`)
    throw error
  }
}
