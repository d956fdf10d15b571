import { Readable } from 'node:stream'
import { SECOND } from '../../../domain/time.ts'
import { S3Fault, toNetworkFault } from './s3-fault.ts'

/**
 * Reads a short body as text.
 *
 * @throws S3Fault when it is longer, is cut off, or takes longer than `maxMs`
 */
export async function readText(body: Readable, limits: { maxBytes: number; maxMs: number }): Promise<string> {
  const timer = setTimeout(() => body.destroy(createSilence(limits.maxMs)), limits.maxMs)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > limits.maxBytes)
        throw new S3Fault(`the S3 server answered more than ${limits.maxBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  } catch (error) {
    throw toNetworkFault(error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a stream of a body that fails unless it has exactly this many bytes, and when the server sends nothing for
 * `maxSilenceMs` while they are wanted. A reader may be slower than that.
 */
export function createCheckedBody(
  body: Readable,
  { bytes, maxSilenceMs }: { bytes: number; maxSilenceMs: number },
): Readable {
  let received = 0
  let timer: NodeJS.Timeout | undefined
  const stream = new Readable({
    read() {
      clearTimeout(timer)
      timer = setTimeout(() => stream.destroy(createSilence(maxSilenceMs)), maxSilenceMs)
      body.resume()
    },
    destroy(error, done) {
      clearTimeout(timer)
      body.destroy()
      done(error)
    },
  })
  body.pause()
  body.on('data', (chunk: Buffer) => {
    clearTimeout(timer)
    received += chunk.length
    if (!stream.push(chunk)) body.pause()
  })
  body.on('end', () => {
    clearTimeout(timer)
    if (received === bytes) stream.push(null)
    else stream.destroy(new S3Fault(`the S3 server sent ${received} of ${bytes} bytes`))
  })
  body.on('error', (error) => stream.destroy(toNetworkFault(error)))
  return stream
}

function createSilence(ms: number): S3Fault {
  return new S3Fault(`the S3 server sent nothing for ${ms / SECOND} s`)
}
