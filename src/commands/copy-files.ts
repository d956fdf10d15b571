import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { type FilesConfig, parseFilesPlace, SPOOL_NAME } from '../config/files.ts'
import { FilesUnavailable } from '../store/contract/errors.ts'
import { type CopiedFiles, copyStoredFiles } from '../store/files/copy-files.ts'
import { openFileList } from '../store/files/file-list.ts'
import { openFileStore } from '../store/files/open-file-store.ts'
import { createSpool } from '../store/files/spool.ts'
import { createByteProgress, formatFiles } from './progress-bar.ts'

/** Places that are listed of each kind. */
const MAX_LISTED = 20
const SPOOL_NAME_BYTES = 16

/**
 * Copies the files of visitors between a folder and where FORMSLOT_FILES keeps them, while the service may run. It can be
 * interrupted and run again: files that the target has are skipped. Nothing of the source is deleted.
 *
 * @param request.from a folder as `file:…`; null: FORMSLOT_FILES. One of the two is null
 * @param request.show overwrites the line of progress; an empty one removes it
 */
export async function copyFiles(
  config: Config,
  request: {
    from: string | null
    to: string | null
    say(line: string): void
    show(line: string): void
  },
): Promise<{ output: string; done: boolean }> {
  const named = request.from ?? request.to ?? ''
  const option = request.from === null ? '--to' : '--from'
  const folder = readFolder(named, option)
  if (typeof folder === 'string') return { output: folder, done: false }
  const [from, to] = request.from === null ? [config.files, folder] : [folder, config.files]
  if (from.kind === 'folder' && to.kind === 'folder' && from.folder === to.folder) {
    return { output: `${option} is where FORMSLOT_FILES keeps the files already.`, done: false }
  }
  if (from.kind === 'folder' && !existsSync(from.folder)) {
    return { output: `There is no folder ${from.folder}.`, done: false }
  }
  if (config.database.kind === 'sqlite' && !existsSync(config.database.file)) {
    return {
      output: `There is no database at ${config.database.file}: it says which files there are.`,
      done: false,
    }
  }
  await using rows = await openFileList(config.database)
  const total = await rows.count()
  request.say(`The database names ${formatFiles(total)}.`)
  const progress = createByteProgress({ of: total.bytes, show: request.show })
  const clock = { now: () => new Date() }
  try {
    const copied = await copyStoredFiles({
      rows,
      source: await openFileStore(from, clock),
      target: await openFileStore(to, clock),
      spool: createSpool({
        folder: to.spoolFolder,
        newName: () => randomBytes(SPOOL_NAME_BYTES).toString('hex'),
      }),
      onProgress: ({ kind, bytes }) => (kind === 'copied' ? progress.add(bytes) : progress.skip(bytes)),
    })
    return describe(copied, describePlace(to))
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    const output = `${error.message}. Run the command again: it goes on where it stopped.`
    return { output, done: false }
  } finally {
    progress.end()
  }
}

/** Reads the option; returns in a sentence why it names no folder. */
function readFolder(text: string, option: string): FilesConfig | string {
  const place = parseFilesPlace(text)
  if (place.kind === 'fault') return `${option} ${place.problem}. Name a folder, as file:/srv/files.`
  if (place.value.kind === 's3') {
    return `${option} names a bucket. Name the folder there, and the bucket in FORMSLOT_FILES with its FORMSLOT_S3_… settings.`
  }
  return { ...place.value, spoolFolder: path.join(place.value.folder, SPOOL_NAME) }
}

function describePlace(files: FilesConfig): string {
  return files.kind === 'folder' ? `file:${files.folder}` : `s3://${files.bucket}/${files.prefix}`
}

function describe(copied: CopiedFiles, target: string): { output: string; done: boolean } {
  const { missing, damaged, added } = copied
  const lines = [
    `Copied ${formatFiles(copied.copied)} to ${target}, each with the SHA-256 of its row.`,
    ...(copied.skipped > 0 ? [`${copied.skipped} were there already.`] : []),
    ...(missing.length > 0 ? [`${missing.length} are missing in the source:`, ...list(missing)] : []),
    ...(damaged.length > 0
      ? [`${damaged.length} are damaged in the source, and were not copied:`, ...list(damaged)]
      : []),
    ...(added > 0 ? [`${added} arrived meanwhile.`] : []),
    'Set FORMSLOT_FILES on all nodes, restart them, and run the command once more for what arrived until then.',
  ]
  return { output: lines.join('\n'), done: missing.length + damaged.length === 0 }
}

function list(places: readonly string[]): string[] {
  const more = places.length - MAX_LISTED
  const shown = places.slice(0, MAX_LISTED).map((place) => `  ${place}`)
  return more > 0 ? [...shown, `  and ${more} more`] : shown
}
