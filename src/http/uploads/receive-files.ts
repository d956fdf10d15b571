import type { Admission, ReceivedFile, SpooledFile } from '../../actions/files/receive-files.ts'
import { type FileLimits, refuseNumber, refuseSize, refuseTotal } from '../../domain/files/file-limits.ts'
import { cleanFileName } from '../../domain/files/file-name.ts'
import { judgeFile } from '../../domain/files/judge-file.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { MAX_BODY_BYTES } from '../../domain/submissions/fields.ts'
import { truncateName } from '../kernel/body/clean-text.ts'
import { MAX_PARTS } from '../kernel/body/multipart.ts'
import { BodyTooSlow } from './body-stream.ts'
import { readFileNames } from './part-headers.ts'
import { sniffType } from './sniff-type.ts'
import { BodyUnreadable, type Part, readParts } from './split-parts.ts'

/** A multipart body without its files, and its files. The caller discards what it does not store. */
export type ReceivedBody = { kind: 'received'; body: Buffer; files: readonly ReceivedFile[] }

/** Decides with the first file. @param before the multipart body up to it */
export type Admit = (before: Buffer) => Promise<Admission>

type Deps = { spool(source: AsyncIterable<Uint8Array>): Promise<SpooledFile>; admit: Admit }

/** Ends the reading of a body with a refusal. */
class UploadRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/**
 * Reads a multipart body: text parts into memory, unchanged, files to the spool. An empty file input is left out. Every limit
 * ends the reading at once, and what was spooled is discarded.
 *
 * @param source the body as it arrives, or all of it
 * @throws BodyAborted when the client is gone; FilesUnavailable
 */
export async function receiveFiles(
  deps: Deps,
  { source, boundary }: { source: AsyncIterable<Buffer>; boundary: string },
): Promise<ReceivedBody | Refused> {
  const files: ReceivedFile[] = []
  try {
    return await readBody(deps, { source, boundary, files })
  } catch (error) {
    await discard(files)
    if (error instanceof UploadRefused) return { kind: 'refused', refusal: error.refusal }
    if (error instanceof BodyUnreadable) return { kind: 'refused', refusal: { code: 'body_unparsable' } }
    if (error instanceof BodyTooSlow) return { kind: 'refused', refusal: { code: 'request_timeout' } }
    throw error
  }
}

/**
 * Discards spooled files; those that were stored are no longer there. One that cannot be removed now is removed within hours,
 * with all that is abandoned, and changes no answer.
 */
export async function discard(files: readonly ReceivedFile[]): Promise<void> {
  await Promise.allSettled(files.map(({ spooled }) => spooled.discard()))
}

async function readBody(
  deps: Deps,
  { source, boundary, files }: { source: AsyncIterable<Buffer>; boundary: string; files: ReceivedFile[] },
): Promise<ReceivedBody> {
  const text = createTextBody(boundary)
  let admission: Extract<Admission, { kind: 'admitted' }> | null = null
  let totalBytes = 0
  let parts = 0
  for await (const part of readParts(source, boundary)) {
    parts += 1
    if (parts > MAX_PARTS) throw new UploadRefused({ code: 'too_many_fields' })
    if (!part.isFile) {
      await text.add(part)
      continue
    }
    const first = await part.bytes.next()
    const names = readFileNames(part.headers)
    // A file input that was left empty.
    if (first.done && names.name === '') continue
    if (admission === null) {
      const decided = await deps.admit(text.toBuffer())
      if (decided.kind === 'refused') throw new UploadRefused(blame(decided.refusal, names.field))
      admission = decided
    }
    const { limits, accept } = admission
    if (files.length === limits.filesPerSubmission) throw new UploadRefused(refuseNumber(limits))
    const file = await receiveFile(deps, {
      pieces: first.done ? part.bytes : withFirst(first.value, part.bytes),
      field: truncateName(names.field),
      name: cleanFileName(names.name),
      limits,
      totalBytes,
    })
    files.push(file)
    totalBytes += file.spooled.bytes
    const { sniffed, head } = await sniffType(file.spooled)
    const judged = judgeFile({ name: file.name, sniffed, head, accept })
    if (judged.kind === 'refused') {
      const { message } = judged
      throw new UploadRefused({ code: 'file_type_refused', field: file.field, message })
    }
    file.type = judged.type
  }
  return { kind: 'received', body: text.toBuffer(), files }
}

/** Names the field of the first file where the refusal is about files. */
function blame(refusal: Refusal, field: string): Refusal {
  return refusal.code === 'file_refused' ? { ...refusal, field: truncateName(field) } : refusal
}

/** Spools one file within its limits. */
async function receiveFile(
  { spool }: Deps,
  file: {
    pieces: AsyncIterable<Buffer>
    field: string
    name: string
    limits: FileLimits
    /** Bytes of the files before it. */
    totalBytes: number
  },
): Promise<ReceivedFile> {
  const { pieces, field, name, limits, totalBytes } = file
  async function* limited(): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > limits.fileBytes) throw new UploadRefused(refuseSize({ field, name }, limits))
      if (totalBytes + bytes > limits.submissionBytes) throw new UploadRefused(refuseTotal(limits))
      yield piece
    }
  }
  return { field, name, type: '', spooled: await spool(limited()) }
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** A multipart body of text parts alone, within the limits of a body without files. */
function createTextBody(boundary: string) {
  const pieces: Buffer[] = []
  let bytes = 0

  function push(piece: Buffer): void {
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new UploadRefused({ code: 'payload_too_large' })
    pieces.push(piece)
  }

  return {
    async add({ headers, bytes: content }: Part): Promise<void> {
      push(Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`, 'latin1'))
      for await (const piece of content) push(piece)
      push(Buffer.from('\r\n'))
    },
    toBuffer: () => Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`, 'latin1')]),
  }
}
