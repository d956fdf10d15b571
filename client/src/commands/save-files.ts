import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cleanFileName } from '../../../src/domain/files/file-name.ts'
import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type { ShownSubmission } from '../api/schema.ts'
import type { Console } from '../terminal/console.ts'
import { CommandFailure, EXIT } from '../terminal/failure.ts'
import { openStream } from './call.ts'
import { toCutFailure } from './cut-failure.ts'

type ListedFile = ShownSubmission['files'][number]

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 1000

/**
 * Saves the files of a submission in a folder, which is made where it is missing, each under its number and cleaned name.
 * Nothing is overwritten, a file that is there already is not fetched again, and one whose bytes are not those that arrived is
 * not kept. Returns the paths.
 */
export async function saveFiles(
  { console, base, key }: { console: Console; base: string; key: string },
  { submission, folder }: { submission: Pick<ShownSubmission, 'id' | 'files'>; folder: string },
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const saved: string[] = []
  for (const [at, file] of submission.files.entries()) {
    if (file.scan === 'found') {
      console.note(`${toTerminalLine(file.name)} was not saved: malware was found in it.`)
      continue
    }
    // Cleaned once more: an instance may answer anything.
    const target = path.join(folder, `${at + 1}-${cleanFileName(String(file.name))}`)
    if (!(await isSaved(file, target))) {
      const url = `${base}/api/v1/submissions/${submission.id}/files/${encodeURIComponent(file.id)}`
      const response = await openStream(url, { key, headers: { Accept: '*/*' } }).catch(toUnscanned)
      if (response === null) {
        const name = toTerminalLine(file.name)
        console.note(`${name} was not saved: it is not scanned for malware yet. Run the command again later.`)
        continue
      }
      const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
      await saveFile(source, { file, target, console })
    }
    saved.push(target)
  }
  return saved
}

/** Finds out if an earlier run has saved this file. */
async function isSaved({ sha256 }: ListedFile, target: string): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(target), hash)
    return hash.digest('hex') === sha256
  } catch (error) {
    if (Object(error).code === 'ENOENT') return false
    throw error
  }
}

/** Returns null for the refusal of a file that must be scanned first. */
function toUnscanned(error: unknown): null {
  const refused: unknown = error instanceof CommandFailure && JSON.parse(error.body ?? 'null')
  if (Object(refused).code === 'file_not_scanned') return null
  throw error
}

async function saveFile(
  source: Readable,
  { file, target, console }: { file: ListedFile; target: string; console: Console },
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  let told = Date.now()
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      if (console.isTerminal && Date.now() - told >= PROGRESS_MS) {
        told = Date.now()
        console.note(`${toTerminalLine(file.name)}: ${Math.floor((100 * bytes) / file.bytes)} %`)
      }
      yield chunk
    }
  }
  try {
    await pipeline(source, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (Object(error).code === 'EEXIST') {
      const message = `${target} exists already.`
      throw new CommandFailure(EXIT.exists, { message, hint: 'Choose another folder.' })
    }
    await rm(target, { force: true })
    throw toCutFailure(error, `The connection was cut during the download of ${toTerminalLine(file.name)}.`)
  }
  if (bytes === file.bytes && hash.digest('hex') === file.sha256) return
  await rm(target, { force: true })
  throw new CommandFailure(EXIT.unexpected, {
    message: `${toTerminalLine(file.name)} is not what the visitor sent: its hash differs.`,
    hint: 'It was not kept. Run the command again, and tell the operator if it happens twice.',
  })
}
