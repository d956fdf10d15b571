import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config/config.ts'
import { DATABASE_NAME, withoutPassword } from '../../config/database.ts'
import { MAILBOX_NAME } from '../../delivery/channels/email/embedded-mailbox.ts'
import type { LinkFingerprints } from '../../domain/keys.ts'
import { formatBytes } from '../../domain/language.ts'
import { createKeys } from '../../ids/keys.ts'
import { SECRET_NAME } from '../../runtime/secret.ts'
import { FilesUnavailable } from '../../store/contract/errors.ts'
import { recordBackup, type Snapshot, writeSnapshot } from '../../store/dialects/sqlite/snapshot.ts'
import { openFileList } from '../../store/files/file-list.ts'
import { openFileStore } from '../../store/files/open-file-store.ts'
import { VERSION } from '../../version.ts'
import { createByteProgress, formatFiles } from '../progress-bar.ts'
import { type AddEntry, describeSources, type Source, writeArchive } from './archive-writer.ts'
import { describeFiles } from './describe-files.ts'
import { type FileReport, LIST_NAME } from './file-entries.ts'
import {
  createManifest,
  isKnownName,
  LINK_SECRET_NAME,
  type Manifest,
  OLD_LINK_SECRET_NAME,
  PLANS_NAME,
} from './manifest.ts'
import { packFiles, writeList } from './pack-files.ts'
import { BackupRefused } from './refused.ts'
import { ArchiveInvalid } from './tar.ts'

const MEBIBYTE = 1024 * 1024

export type BackupRequest = {
  file: string
  now: Date
  /** Packs the secrets, too. */
  withSecret: boolean
  /** Packs the emails of the embedded mailbox, too. */
  withMailbox: boolean
  /** Packs the files of visitors. */
  withFiles: boolean
  /** Prints a line before the work begins. */
  say(line: string): void
  /** Overwrites the line of progress; an empty one removes it. */
  show(line: string): void
}

type Secrets = { secret: Buffer; fingerprint: string; links: LinkFingerprints }

/**
 * Writes everything that a restore needs to one file, while the service runs: a consistent copy of the SQLite database, the
 * files that its rows name, the plans file, and what was asked for. It contains everything that was acknowledged before it
 * began. `done` is false where files are missing or damaged, though the file is written.
 *
 * @throws BackupRefused, DatabaseUnusable
 */
export async function backup(
  config: Config,
  request: BackupRequest,
): Promise<{ output: string; done: boolean }> {
  const file = path.resolve(request.file)
  const isAlone = config.database.kind === 'postgres'
  if (isAlone && !request.withSecret && !request.withMailbox && !request.withFiles) {
    return {
      output: `${describePgDump(config)}\nTo pack the secret, the mailbox and the files: --with-secret, --mailbox, and no --without-files.`,
      done: false,
    }
  }
  const secrets = loadSecrets(config, request.now)
  expectTarget(config, file)
  await using files = request.withFiles ? await openFiles(config) : null
  expectRoom(config, file, files)
  if (files) request.say(`Packing ${formatFiles(files.total)}; ${describeFree(file)}`)
  // Two backups to one file must not write to the same drafts.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const copy = `${draft}.db.part`
  const list = `${draft}.list.part`
  let manifest: Manifest | null = null
  let report: FileReport | null = null
  try {
    await writeArchive(file, {
      draft: `${draft}.part`,
      madeAt: request.now,
      async describe() {
        const snapshot = config.database.kind === 'sqlite' ? writeSnapshot(config.database.file, copy) : null
        if (snapshot) expectSecret(snapshot, secrets, { config, request })
        const stored = files && (await files.writeList(list, snapshot && copy))
        const sources = listSources(config, {
          request,
          secrets,
          copy: snapshot && copy,
          list: stored && list,
        })
        const described = await describeSources(sources)
        manifest = describeBackup({ config, request, secrets, snapshot, stored, files: described })
        return { manifest: createManifest(manifest), files: described, sources }
      },
      async finish(add) {
        report = files && (await files.pack(add, { list, show: request.show }))
      },
    })
  } catch (error) {
    throw toRefusal(error, file)
  } finally {
    rmSync(copy, { force: true })
    rmSync(list, { force: true })
  }
  if (!manifest) throw new Error('the backup was not described')
  const { output, done } = describeDone(config, { file, manifest, report })
  return { output: [output, ...(done ? recordTime(config, request.now) : [])].join('\n'), done }
}

/** Opens the files of visitors: where they are stored, and the rows that name them. */
async function openFiles({ database, files }: Config) {
  await using opening = new AsyncDisposableStack()
  const fileStore = await openFileStore(files, { now: () => new Date() })
  const live = opening.use(await openFileList(database))
  const total = await live.count()
  const opened = opening.move()
  return {
    total,
    /** Lists what the copy of the database names; without one, what the database names now. */
    async writeList(list: string, copy: string | null) {
      if (copy === null) return writeList(list, live)
      await using rows = await openFileList({ kind: 'sqlite', file: copy })
      return writeList(list, rows)
    },
    async pack(add: AddEntry, { list, show }: { list: string; show(line: string): void }) {
      const progress = createByteProgress({ of: total.bytes, show })
      try {
        return await packFiles(add, { listFile: list, fileStore, isNamed: live.isNamed, progress })
      } finally {
        progress.end()
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
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

/** @throws BackupRefused when the file cannot be written */
function expectTarget({ database }: Config, file: string): void {
  const folder = path.dirname(file)
  if (!existsSync(folder)) throw new BackupRefused(`${folder} does not exist`)
  if (existsSync(file) && !statSync(file).isFile()) throw new BackupRefused(`${file} is not a file`)
  if (database.kind !== 'sqlite' || existsSync(database.file)) return
  throw new BackupRefused(
    `there is no database at ${database.file}. Set FORMSLOT_DATA_DIR as for the service`,
  )
}

/** @throws BackupRefused when the service would run out of space because of the backup */
function expectRoom(
  { database, files: { spoolFolder }, minFreeBytes }: Config,
  file: string,
  files: { total: { bytes: number } } | null,
): void {
  const folder = path.dirname(file)
  const used = [
    ...(database.kind === 'sqlite' ? [database.file] : []),
    ...(existsSync(spoolFolder) ? [spoolFolder] : []),
  ]
  const isShared = used.some((each) => statSync(each).dev === statSync(folder).dev)
  // The copy and the tar exist at the same time.
  const databaseBytes = database.kind === 'sqlite' ? 2 * statSync(database.file).size : 0
  const needed = databaseBytes + (files?.total.bytes ?? 0) + (isShared ? minFreeBytes : 0)
  const free = measureFree(folder)
  if (free >= needed) return
  throw new BackupRefused(
    `${folder} has ${Math.floor(free / MEBIBYTE)} MiB free, the backup needs ${Math.ceil(needed / MEBIBYTE)} MiB: ` +
      `twice the database${files ? ', all files' : ''}${isShared ? ', and FORMSLOT_MIN_FREE_MB for the service' : ''}. ` +
      'Write it to another disk',
  )
}

/** Records the time of the backup for the operator's desk. Returns a line where it cannot. */
function recordTime({ database }: Config, now: Date): string[] {
  if (database.kind !== 'sqlite') return []
  try {
    recordBackup(database.file, now)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [`The backup is complete, but the dashboard will not show its time: ${reason}.`]
  }
}

function describeFree(file: string): string {
  const folder = path.dirname(file)
  return `${folder} has ${formatBytes('en', measureFree(folder))} free.`
}

function measureFree(folder: string): number {
  const disk = statfsSync(folder)
  return disk.bavail * disk.bsize
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
  parts: { request: BackupRequest; secrets: Secrets; copy: string | null; list: string | null },
): Source[] {
  const { request, secrets, copy, list } = parts
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
    ...(request.withMailbox ? listEmails(dataDir) : []),
    list === null ? null : { name: LIST_NAME, content: { file: list } },
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
  stored: Manifest['stored_files']
  files: Manifest['files']
}): Manifest {
  const { config, request, secrets, snapshot, stored, files } = parts
  const included = request.withSecret
  return {
    format: 'formslot-backup-1',
    version: VERSION,
    schema: snapshot?.schema ?? null,
    made_at: request.now.toISOString(),
    secret: { included, fingerprint: secrets.fingerprint },
    link_secret: config.linkSecret === null ? null : { included, fingerprint: secrets.links.current },
    counts: snapshot?.counts ?? null,
    stored_files: stored,
    files,
  }
}

function describeDone(
  config: Config,
  { file, manifest, report }: { file: string; manifest: Manifest; report: FileReport | null },
): { output: string; done: boolean } {
  const lines = [
    `${file} (${formatBytes('en', statSync(file).size)}) contains:`,
    ...manifest.files
      .filter(({ name }) => !name.startsWith(`${MAILBOX_NAME}/`) && name !== LIST_NAME)
      .map(({ name }) => (name === DATABASE_NAME ? `  ${name}: ${formatCounts(manifest)}` : `  ${name}`)),
  ]
  const emails = manifest.files.filter(({ name }) => name.startsWith(`${MAILBOX_NAME}/`)).length
  if (emails > 0) lines.push(`  ${MAILBOX_NAME}: ${emails} emails`)
  lines.push(...describeFiles(manifest, report))
  if (!manifest.secret.included) {
    lines.push(
      "This backup doesn't contain the secret. Store the secret separately, or use --with-secret: you can't restore without it.",
    )
  }
  if (config.database.kind === 'postgres') lines.push(describePgDump(config))
  return { output: lines.join('\n'), done: !report || report.missing.length + report.damaged.length === 0 }
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
  if (error instanceof FilesUnavailable) {
    return new BackupRefused(`${error.message}. Run it again, or use --without-files`, { cause: error })
  }
  if (error instanceof ArchiveInvalid) return new BackupRefused(error.message, { cause: error })
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  return new BackupRefused(`${file} cannot be written (${error.message})`, { cause: error })
}
