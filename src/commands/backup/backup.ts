import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config/config.ts'
import { DATABASE_NAME, withoutPassword } from '../../config/database.ts'
import { MAILBOX_NAME } from '../../delivery/channels/email/embedded-mailbox.ts'
import type { LinkFingerprints } from '../../domain/keys.ts'
import { createKeys } from '../../ids/keys.ts'
import { SECRET_NAME } from '../../runtime/secret.ts'
import { type Snapshot, writeSnapshot } from '../../store/dialects/sqlite/snapshot.ts'
import { VERSION } from '../../version.ts'
import { describeSources, type Source, writeArchive } from './archive-writer.ts'
import {
  createManifest,
  isKnownName,
  LINK_SECRET_NAME,
  type Manifest,
  OLD_LINK_SECRET_NAME,
  PLANS_NAME,
} from './manifest.ts'
import { BackupRefused } from './refused.ts'

const MEBIBYTE = 1024 * 1024

export type BackupRequest = {
  file: string
  now: Date
  /** Packs the secrets, too. */
  withSecret: boolean
  /** Packs the emails of the embedded mailbox, too. */
  withFiles: boolean
}

type Secrets = { secret: Buffer; fingerprint: string; links: LinkFingerprints }

/**
 * Writes everything that a restore needs to one file, while the service runs: a consistent copy of the SQLite database, the
 * plans file, and what was asked for. It contains everything that was acknowledged before it began.
 *
 * @throws BackupRefused, DatabaseUnusable
 */
export async function backup(
  config: Config,
  request: BackupRequest,
): Promise<{ output: string; done: boolean }> {
  const file = path.resolve(request.file)
  const isAlone = config.database.kind === 'postgres'
  if (isAlone && !request.withSecret && !request.withFiles) {
    return {
      output: `${describePgDump(config)}\nTo pack the secret and the files: --with-secret, --files.`,
      done: false,
    }
  }
  const secrets = loadSecrets(config, request.now)
  checkTarget(config, file)
  // Two backups to one file must not write to the same drafts.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const copy = `${draft}.db.part`
  let manifest: Manifest | null = null
  try {
    await writeArchive(file, {
      draft: `${draft}.part`,
      madeAt: request.now,
      async describe() {
        const snapshot = config.database.kind === 'sqlite' ? writeSnapshot(config.database.file, copy) : null
        if (snapshot) expectSecret(snapshot, secrets, { config, request })
        const sources = listSources(config, { request, secrets, copy: snapshot && copy })
        const files = await describeSources(sources)
        manifest = describeBackup({ config, request, secrets, snapshot, files })
        return { manifest: createManifest(manifest), files, sources }
      },
    })
  } catch (error) {
    throw toRefusal(error, file)
  } finally {
    rmSync(copy, { force: true })
  }
  if (!manifest) throw new Error('the backup was not described')
  return { output: describeDone(config, { file, manifest }), done: true }
}

/** @throws BackupRefused when there is no secret: one that is made now would not be that of the data */
function loadSecrets({ secret, dataDir, linkSecret, oldLinkSecret }: Config, now: Date): Secrets {
  const file = path.join(dataDir, SECRET_NAME)
  if (secret === null && !existsSync(file)) {
    throw new BackupRefused(
      `there is no secret at ${file}. Set FORMSLOT_DATA_DIR, or FORMSLOT_SECRET, as for the service`,
    )
  }
  const bytes = Buffer.from(secret ?? readFileSync(file, 'utf8').trim())
  const links = { current: linkSecret ?? bytes, old: oldLinkSecret, clock: { now: () => now } }
  const { hmacSecret, linkFingerprints } = createKeys(bytes, links)
  return { secret: bytes, fingerprint: hmacSecret, links: linkFingerprints }
}

/** @throws BackupRefused when the file cannot be written, or the service would run out of space because of it */
function checkTarget({ database, minFreeBytes }: Config, file: string): void {
  const folder = path.dirname(file)
  if (!existsSync(folder)) throw new BackupRefused(`${folder} does not exist`)
  if (existsSync(file) && !statSync(file).isFile()) throw new BackupRefused(`${file} is not a file`)
  if (database.kind !== 'sqlite') return
  if (!existsSync(database.file)) {
    throw new BackupRefused(
      `there is no database at ${database.file}. Set FORMSLOT_DATA_DIR as for the service`,
    )
  }
  const disk = statfsSync(folder)
  const isShared = statSync(folder).dev === statSync(database.file).dev
  // The copy and the tar exist at the same time.
  const needed = 2 * statSync(database.file).size + (isShared ? minFreeBytes : 0)
  const free = disk.bavail * disk.bsize
  if (free >= needed) return
  throw new BackupRefused(
    `${folder} has ${Math.floor(free / MEBIBYTE)} MiB free, the backup needs ${Math.ceil(needed / MEBIBYTE)} MiB: ` +
      `twice the database${isShared ? ', and FORMSLOT_MIN_FREE_MB for the service' : ''}. Write it to another disk`,
  )
}

/** @throws BackupRefused when the secrets of these settings are not those of the database */
function expectSecret(
  { secretFingerprint, linkFingerprint }: Snapshot,
  { fingerprint, links }: Secrets,
  { config, request }: { config: Config; request: BackupRequest },
): void {
  if (secretFingerprint !== null && secretFingerprint !== fingerprint) {
    throw new BackupRefused(
      'the database was written with another secret than that of these settings. Run the command with the settings ' +
        'of the service',
    )
  }
  const isOurs = [null, links.current, links.old].includes(linkFingerprint)
  if (isOurs || !request.withSecret) return
  const name = config.linkSecret === null ? 'FORMSLOT_LINK_SECRET is missing' : 'FORMSLOT_LINK_SECRET differs'
  throw new BackupRefused(
    `${name}: links are signed with another secret. Run the command with the settings of the service`,
  )
}

function listSources(
  { dataDir, plansFile, linkSecret, oldLinkSecret }: Config,
  { request, secrets, copy }: { request: BackupRequest; secrets: Secrets; copy: string | null },
): Source[] {
  const asFile = (text: Buffer | string) => ({ bytes: Buffer.from(`${text}\n`) })
  const found: (Source | null)[] = [
    copy === null ? null : { name: DATABASE_NAME, content: { file: copy } },
    request.withSecret ? { name: SECRET_NAME, content: asFile(secrets.secret) } : null,
    request.withSecret && linkSecret !== null
      ? { name: LINK_SECRET_NAME, content: asFile(linkSecret) }
      : null,
    request.withSecret && oldLinkSecret
      ? { name: OLD_LINK_SECRET_NAME, content: asFile(oldLinkSecret.secret) }
      : null,
    plansFile === null ? null : { name: PLANS_NAME, content: { bytes: readFileSync(plansFile) } },
    ...(request.withFiles ? listEmails(dataDir) : []),
  ]
  return found.filter((source) => source !== null)
}

function listEmails(dataDir: string): Source[] {
  const folder = path.join(dataDir, MAILBOX_NAME)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name: `${MAILBOX_NAME}/${name}`, content: { file: path.join(folder, name) } }))
    .filter(({ name }) => isKnownName(name))
}

function describeBackup(parts: {
  config: Config
  request: BackupRequest
  secrets: Secrets
  snapshot: Snapshot | null
  files: Manifest['files']
}): Manifest {
  const { config, request, secrets, snapshot, files } = parts
  const included = request.withSecret
  return {
    format: 'formslot-backup-1',
    version: VERSION,
    schema: snapshot?.schema ?? null,
    made_at: request.now.toISOString(),
    secret: { included, fingerprint: secrets.fingerprint },
    link_secret: config.linkSecret === null ? null : { included, fingerprint: secrets.links.current },
    counts: snapshot?.counts ?? null,
    files,
  }
}

function describeDone(config: Config, { file, manifest }: { file: string; manifest: Manifest }): string {
  const bytes = statSync(file).size
  const lines = [
    `${file} (${(bytes / MEBIBYTE).toFixed(1)} MiB) contains:`,
    ...manifest.files
      .filter(({ name }) => !name.startsWith(`${MAILBOX_NAME}/`))
      .map(({ name }) => (name === DATABASE_NAME ? `  ${name}: ${formatCounts(manifest)}` : `  ${name}`)),
  ]
  const emails = manifest.files.filter(({ name }) => name.startsWith(`${MAILBOX_NAME}/`)).length
  if (emails > 0) lines.push(`  ${MAILBOX_NAME}: ${emails} emails`)
  if (!manifest.secret.included) {
    lines.push(
      "This backup doesn't contain the secret. Store the secret separately, or use --with-secret: you can't restore without it.",
    )
  }
  return [...lines, ...(config.database.kind === 'postgres' ? [describePgDump(config)] : [])].join('\n')
}

/** Formats the rows of a backup, as "endpoints 3, submissions 12". */
export function formatCounts({ counts }: Manifest): string {
  return Object.entries(counts ?? {})
    .map(([table, rows]) => `${table.replaceAll('_', ' ')} ${rows}`)
    .join(', ')
}

function describePgDump({ database }: Config): string {
  if (database.kind !== 'postgres') throw new Error('the database is a file')
  const url = toUrlWithoutPassword(database.url)
  return (
    'The database is on PostgreSQL, which has a tool of its own. Back it up with:\n\n' +
    `  pg_dump --format=custom --no-owner --file=formslot.dump '${url}'\n\n` +
    'It asks for the password, or takes it from PGPASSWORD or ~/.pgpass.'
  )
}

/** Removes the password and keeps what a command needs. */
function toUrlWithoutPassword(text: string): string {
  const url = URL.parse(text)
  // An address with several hosts is no URL; the user is then missing, too.
  if (!url) return withoutPassword(text)
  url.password = ''
  url.searchParams.delete('password')
  return url.href.replaceAll("'", '%27')
}

function toRefusal(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  return new BackupRefused(`${file} cannot be written (${error.message})`, { cause: error })
}
