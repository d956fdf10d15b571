import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config/config.ts'
import { DATABASE_NAME } from '../../config/database.ts'
import { FILES_NAME } from '../../config/files.ts'
import { MAILBOX_NAME } from '../../delivery/channels/email/embedded-mailbox.ts'
import { formatBytes } from '../../domain/language.ts'
import { createKeys } from '../../ids/keys.ts'
import { LOCK_NAME, lockDirectory } from '../../runtime/instance-lock.ts'
import { SECRET_NAME } from '../../runtime/secret.ts'
import { inspectSnapshot, prepareRestored } from '../../store/dialects/sqlite/snapshot.ts'
import { getFileFolder } from '../../store/files/folder-files.ts'
import { createByteProgress, formatFiles } from '../progress-bar.ts'
import { type Archive, openArchive, type Receive } from './archive-reader.ts'
import { syncFolder, writeAll } from './archive-writer.ts'
import { formatCounts } from './backup.ts'
import { describeFiles } from './describe-files.ts'
import type { FileReport } from './file-entries.ts'
import { LINK_SECRET_NAME, type Manifest, OLD_LINK_SECRET_NAME, PLANS_NAME } from './manifest.ts'
import { BackupRefused } from './refused.ts'
import { ArchiveInvalid } from './tar.ts'

const MEBIBYTE = 1024 * 1024
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Names that an empty directory may contain: the lock, and that of a file system at its root. */
const IGNORED = [LOCK_NAME, `${LOCK_NAME}-journal`, 'lost+found']

export type RestoreRequest = {
  file: string
  /** null: the data directory. */
  to: string | null
  /** Verifies the backup and writes nothing. */
  check: boolean
  now: Date
  /** Prints a line before the work begins. */
  say?(line: string): void
  /** Overwrites the line of progress; an empty one removes it. */
  show?(line: string): void
}

/**
 * Restores a backup to an empty directory. Everything is unpacked into a draft folder and verified first: sizes, hashes, the
 * database, the secret. Then it gets its names.
 *
 * @throws BackupRefused, DataDirectoryTaken, DatabaseUnusable
 */
export async function restore(
  config: Config,
  request: RestoreRequest,
): Promise<{ output: string; done: boolean }> {
  try {
    await using archive = await openArchive(request.file)
    const { manifest } = archive
    expectGivenSecret(config, request, manifest)
    if (request.check) {
      const report = await readAll(archive, request, async (_file, chunks) => {
        for await (const _chunk of chunks);
      })
      return { output: describeChecked(request.file, { manifest, report }), done: true }
    }
    const directory = findDirectory(config, request, manifest)
    mkdirSync(directory, { recursive: true, mode: FOLDER_MODE })
    // A directory of another program gets no lock.
    if (!existsSync(path.join(directory, LOCK_NAME))) expectEmpty(directory)
    using _lock = lockDirectory(directory)
    expectEmpty(directory)
    expectRoom(directory, manifest)
    const draft = path.join(directory, `.restore-${randomBytes(6).toString('hex')}`)
    let report: FileReport | null = null
    try {
      mkdirSync(path.join(draft, MAILBOX_NAME), { recursive: true, mode: FOLDER_MODE })
      const unpacker = createUnpacker(draft)
      report = await readAll(archive, request, unpacker.unpack)
      await unpacker.flush()
      verify(draft, { config, manifest })
      if (manifest.schema !== null) {
        const madeAt = new Date(manifest.made_at)
        prepareRestored(path.join(draft, DATABASE_NAME), { now: request.now, madeAt })
      }
      await moveInPlace({ draft, directory, manifest })
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
    return { output: describeRestored(directory, { config, manifest, report }), done: true }
  } catch (error) {
    throw toRefusal(error, request.file)
  }
}

/** Reads all entries of a backup; says first how much that is, and shows how far it is. */
async function readAll(
  archive: Archive,
  { check, say, show = () => {} }: RestoreRequest,
  receive: Receive,
): Promise<FileReport | null> {
  const { manifest } = archive
  const total = sumBytes(manifest)
  const files = manifest.stored_files ? `, with ${formatFiles(manifest.stored_files)} of visitors` : ''
  say?.(`${check ? 'Checking' : 'Restoring'} ${formatBytes('en', total)}${files}.`)
  const progress = createByteProgress({ of: total, show })
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      progress.add(chunk.length)
      yield chunk
    }
  }
  try {
    return await archive.readAll((file, chunks) => receive(file, counted(chunks)))
  } finally {
    progress.end()
  }
}

function sumBytes({ files, stored_files: stored }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, stored?.bytes ?? 0)
}

/** @throws BackupRefused when the secret is not that of the backup, or neither the backup nor the settings contain it */
function expectGivenSecret(
  { secret }: Config,
  { check }: RestoreRequest,
  { secret: packed }: Manifest,
): void {
  if (secret !== null && createKeys(secret).hmacSecret !== packed.fingerprint) {
    throw new BackupRefused(
      'the backup is of an instance with another secret than FORMSLOT_SECRET: its links and ids would not work. ' +
        'Set FORMSLOT_SECRET to the secret of that instance, or leave it out if the backup contains it',
    )
  }
  if (secret === null && !packed.included && !check) {
    throw new BackupRefused(
      'the backup does not contain the secret, without which its links and ids do not work. Set FORMSLOT_SECRET_FILE ' +
        'to a file with the secret of that instance',
    )
  }
}

/** @throws BackupRefused when the service would not find the database there */
function findDirectory({ dataDir, database }: Config, { to }: RestoreRequest, { schema }: Manifest): string {
  if (to !== null) return path.resolve(to)
  if (schema === null) return dataDir
  if (database.kind === 'sqlite' && database.file === path.join(dataDir, DATABASE_NAME)) return dataDir
  throw new BackupRefused(
    'FORMSLOT_DATABASE_URL names a database outside the data directory. Choose a directory with --to, and set ' +
      `FORMSLOT_DATABASE_URL to the ${DATABASE_NAME} in it`,
  )
}

/** @throws BackupRefused */
function expectEmpty(directory: string): void {
  const [found] = readdirSync(directory).filter((name) => !IGNORED.includes(name))
  if (found === undefined) return
  throw new BackupRefused(
    `${directory} is not empty: it contains ${found}. Move it away, or restore to another directory with --to`,
  )
}

/** @throws BackupRefused */
function expectRoom(directory: string, manifest: Manifest): void {
  const needed = sumBytes(manifest)
  const disk = statfsSync(directory)
  const free = disk.bavail * disk.bsize
  if (free >= needed) return
  throw new BackupRefused(
    `${directory} has ${Math.floor(free / MEBIBYTE)} MiB free, the backup needs ${Math.ceil(needed / MEBIBYTE)} MiB`,
  )
}

/** Writes the entries of a backup into a draft, those of files where the service expects them. */
function createUnpacker(draft: string) {
  const files = path.join(draft, FILES_NAME)
  const folders = new Set<string>()

  function toPath(name: string): string {
    const start = `${FILES_NAME}/`
    if (!name.startsWith(start)) return path.join(draft, name)
    const place = name.slice(start.length)
    const folder = getFileFolder(files, place)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    folders.add(folder)
    return path.join(folder, place)
  }

  return {
    async unpack({ name }: { name: string }, chunks: AsyncIterable<Buffer>): Promise<void> {
      await using handle = await open(toPath(name), 'wx', FILE_MODE)
      for await (const chunk of chunks) await writeAll(handle, chunk)
      await handle.sync()
    },
    /** Flushes the names of files. */
    async flush(): Promise<void> {
      const above = new Set([...folders].map((folder) => path.dirname(folder)))
      for (const folder of [...folders, ...above]) await syncFolder(folder)
      if (folders.size > 0) await syncFolder(files)
    },
  }
}

/** Compares what was unpacked with what the manifest says of it: hashes show damage, not what belongs together. */
function verify(draft: string, { config, manifest }: { config: Config; manifest: Manifest }): void {
  const { secret, link_secret: link, schema } = manifest
  const has = (name: string) => existsSync(path.join(draft, name))
  if (has(SECRET_NAME) !== secret.included || has(LINK_SECRET_NAME) !== (link?.included ?? false)) {
    throw new ArchiveInvalid('it does not contain the secrets that it names')
  }
  const read = (name: string) => readFileSync(path.join(draft, name), 'utf8').trim()
  const text = secret.included ? read(SECRET_NAME) : config.secret
  if (text === null || createKeys(text).hmacSecret !== secret.fingerprint) {
    throw new ArchiveInvalid('it contains another secret than it names')
  }
  if (has(DATABASE_NAME) !== (schema !== null)) {
    throw new ArchiveInvalid('it does not contain the database that it names')
  }
  if (schema === null) return
  const snapshot = inspectSnapshot(path.join(draft, DATABASE_NAME))
  if (snapshot.secretFingerprint !== null && snapshot.secretFingerprint !== secret.fingerprint) {
    throw new ArchiveInvalid('its database was written with another secret than the one it names')
  }
}

/**
 * Gives everything its name, the database first: a service that starts after an interruption finds a database without its
 * secret or emails, and never a secret for which it would make an empty database.
 */
async function moveInPlace(parts: { draft: string; directory: string; manifest: Manifest }): Promise<void> {
  const { draft, directory, manifest } = parts
  const names = new Set(manifest.files.map(({ name }) => name.split('/')[0] ?? name))
  if (existsSync(path.join(draft, FILES_NAME))) names.add(FILES_NAME)
  await syncFolder(path.join(draft, MAILBOX_NAME))
  for (const name of [
    DATABASE_NAME,
    FILES_NAME,
    MAILBOX_NAME,
    PLANS_NAME,
    LINK_SECRET_NAME,
    OLD_LINK_SECRET_NAME,
    SECRET_NAME,
  ]) {
    if (!names.has(name)) continue
    renameSync(path.join(draft, name), path.join(directory, name))
    await syncFolder(directory)
  }
}

function describeChecked(
  file: string,
  { manifest, report }: { manifest: Manifest; report: FileReport | null },
): string {
  const { secret } = manifest
  return [
    `${file} is complete: ${manifest.files.length} files of ${manifest.made_at}, Formslot ${manifest.version}.`,
    ...(manifest.counts ? [`The database: ${formatCounts(manifest)}.`] : ['It contains no database.']),
    ...describeFiles(manifest, report),
    secret.included
      ? 'It contains the secret.'
      : 'It does not contain the secret: a restore needs FORMSLOT_SECRET.',
  ].join('\n')
}

function describeRestored(
  directory: string,
  parts: { config: Config; manifest: Manifest; report: FileReport | null },
): string {
  const { config, manifest, report } = parts
  const { link_secret: link, stored_files: stored } = manifest
  const has = (name: string) => manifest.files.some((file) => file.name === name)
  const set = [
    `FORMSLOT_DATA_DIR=${directory}`,
    ...(has(SECRET_NAME) ? [] : ['FORMSLOT_SECRET as now']),
    ...(has(LINK_SECRET_NAME) ? [`FORMSLOT_LINK_SECRET_FILE=${path.join(directory, LINK_SECRET_NAME)}`] : []),
    ...(link && !link.included && config.linkSecret === null
      ? ['the FORMSLOT_LINK_SECRET of that instance']
      : []),
    ...(has(OLD_LINK_SECRET_NAME)
      ? [`FORMSLOT_OLD_LINK_SECRET_FILE=${path.join(directory, OLD_LINK_SECRET_NAME)} and its date`]
      : []),
    ...(has(PLANS_NAME) ? [`FORMSLOT_PLANS_FILE=${path.join(directory, PLANS_NAME)}`] : []),
  ]
  return [
    `Restored to ${directory}, as of ${manifest.made_at}:`,
    manifest.counts
      ? `  ${formatCounts(manifest)}`
      : '  no database; restore the dump with pg_restore --no-owner --dbname=postgres://…',
    ...describeFiles(manifest, report),
    `Start the service with ${set.join(', ')}.`,
    ...(stored !== null && isElsewhere(config)
      ? [
          `Its files are in ${path.join(directory, FILES_NAME)}. Either leave FORMSLOT_FILES out, or copy them to where it says with`,
          `formslot-server copy-files --from file:${path.join(directory, FILES_NAME)}.`,
        ]
      : []),
    'Emails that were waiting when the backup was made are sent, also those that the original has sent since. Do not',
    ...(isElsewhere(config)
      ? [
          'run both at once; to look around, start the copy without FORMSLOT_SMTP_URL and FORMSLOT_FILES: what is deleted in',
          'it would take its files from the original. If it takes over from the original, delete the file "instance" where',
          'FORMSLOT_FILES keeps the files.',
        ]
      : ['run both at once; to look around, start the copy without FORMSLOT_SMTP_URL.']),
  ].join('\n')
}

/** Returns true where the settings keep files outside the data directory. */
function isElsewhere({ files, dataDir }: Config): boolean {
  return files.kind !== 'folder' || files.folder !== path.join(dataDir, FILES_NAME)
}

function toRefusal(error: unknown, file: string): unknown {
  if (error instanceof ArchiveInvalid) {
    return new BackupRefused(`${file} cannot be restored: ${error.message}`, { cause: error })
  }
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return isMissing ? new BackupRefused(`there is no file ${file}`, { cause: error }) : error
}
