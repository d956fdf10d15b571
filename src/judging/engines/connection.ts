import { EngineFailure, MAX_RESPONSE_BYTES } from './engine.ts'

/** Reads a response to its end. Throws what the stream throws, and `EngineFailure` beyond the limit. */
export async function readBounded(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.length
    // Leaving the loop destroys the stream.
    if (bytes > MAX_RESPONSE_BYTES) {
      throw new EngineFailure('unreadable', `the answer is longer than ${MAX_RESPONSE_BYTES} bytes`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
