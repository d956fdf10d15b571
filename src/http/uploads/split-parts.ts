import { isFilePart } from './part-headers.ts'

/** Headers of one part take at most this many bytes, as those of a request do. */
const MAX_PART_HEADER_BYTES = 16 * 1024
/** Text before the first part and behind the last one; clients send none, or the end of a line. */
const MAX_AROUND_BYTES = 1024
const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const FINAL = '--'

/** A problem of the body itself: cut off, without a boundary, or with endless headers. */
export class BodyUnreadable extends Error {}

/** A part of a multipart body (RFC 2046 §5.1.1). Its bytes must be read to the end before the next part. */
export type Part = { isFile: boolean; headers: string; bytes: AsyncGenerator<Buffer> }

/**
 * Reads a multipart body part by part, as fast as the parts are read.
 *
 * @param source yields the body in pieces of any size
 * @throws BodyUnreadable
 */
export async function* readParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first delimiter has no line in front of it.
  const input = createInput(source, LINE_END)
  try {
    await skip(input.until(delimiter, MAX_AROUND_BYTES))
    while ((await input.take(FINAL.length)).toString('latin1') !== FINAL) {
      // The rest of the line of the boundary is padding. A part without headers has an empty line.
      input.unread(FINAL.length)
      const line = await collect(input.until(LINE_END, MAX_AROUND_BYTES))
      if (!/^[ \t]*$/.test(line.toString('latin1'))) throw new BodyUnreadable()
      input.unread(LINE_END.length)
      const head = await collect(input.until(HEADERS_END, MAX_PART_HEADER_BYTES))
      const headers = head.toString('latin1').replace(/^\r\n/, '')
      // An empty part ends where its headers end.
      input.unread(LINE_END.length)
      const bytes = withoutFirst(input.until(delimiter, Infinity), LINE_END.length)
      yield { isFile: isFilePart(headers), headers, bytes }
      await skip(bytes)
    }
    await input.finish(MAX_AROUND_BYTES)
  } finally {
    await input.close()
  }
}

/** A body that is read up to marks. */
type Input = {
  /** Yields the bytes before the mark, and consumes the mark. */
  until(mark: Buffer, maxBytes: number): AsyncGenerator<Buffer>
  take(count: number): Promise<Buffer>
  /** Puts back the last bytes that were consumed. */
  unread(count: number): void
  /** Reads to the end. */
  finish(maxBytes: number): Promise<void>
  /** Releases the source, wherever the reading has stopped. */
  close(): Promise<void>
}

function createInput(source: AsyncIterable<Buffer>, before: Buffer): Input {
  const iterator = source[Symbol.asyncIterator]()
  let held = before
  let at = 0

  /** Adds the next piece behind what is left. */
  async function more(): Promise<void> {
    const next = await iterator.next()
    if (next.done) throw new BodyUnreadable()
    const left = held.subarray(at)
    held = left.length === 0 ? next.value : Buffer.concat([left, next.value])
    at = 0
  }

  return {
    async *until(mark, maxBytes) {
      let yielded = 0
      for (;;) {
        const found = held.indexOf(mark, at)
        const end = found === -1 ? held.length - countBegun(held.subarray(at), mark) : found
        const piece = held.subarray(at, end)
        yielded += piece.length
        if (yielded > maxBytes) throw new BodyUnreadable()
        at = found === -1 ? end : found + mark.length
        if (piece.length > 0) yield piece
        if (found !== -1) return
        await more()
      }
    },
    async take(count) {
      while (held.length - at < count) await more()
      at += count
      return held.subarray(at - count, at)
    },
    unread(count) {
      at -= count
    },
    async finish(maxBytes) {
      let bytes = held.length - at
      for (;;) {
        if (bytes > maxBytes) throw new BodyUnreadable()
        const next = await iterator.next()
        if (next.done) return
        bytes += next.value.length
      }
    },
    async close() {
      await iterator.return?.()
    },
  }
}

/** Counts the last bytes of a piece that a mark may begin with: it may end in the next piece. */
function countBegun(piece: Buffer, mark: Buffer): number {
  const [first = 0] = mark
  let at = piece.indexOf(first, Math.max(0, piece.length - mark.length + 1))
  while (at !== -1 && !piece.subarray(at).equals(mark.subarray(0, piece.length - at)))
    at = piece.indexOf(first, at + 1)
  return at === -1 ? 0 : piece.length - at
}

async function* withoutFirst(pieces: AsyncGenerator<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count
  for await (const piece of pieces) {
    const kept = piece.subarray(Math.min(left, piece.length))
    left -= piece.length - kept.length
    if (kept.length > 0) yield kept
  }
}

async function skip(pieces: AsyncGenerator<Buffer>): Promise<void> {
  for await (const _ of pieces);
}

async function collect(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
