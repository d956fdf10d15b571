import { createHash } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import type { StoredFile } from '../../../../domain/files/stored-file.ts'
import { requireNodemailer } from '../../../../runtime/nodemailer.ts'
import { FilesUnavailable } from '../../../../store/contract/errors.ts'
import type { AttachedFiles } from '../../../attached-files.ts'
import type { Attachment } from '../templates/email.ts'

/** Bytes of one line of base64, which has 76 characters (RFC 2045 §6.8). */
const LINE_BYTES = 57
const LINE_CHARACTERS = 76

/** `gone`: it has no bytes any more. `damaged`: its bytes are not those that were sent. */
export type ReadAttachment = { kind: 'attached'; attachment: Attachment } | { kind: 'gone' | 'damaged' }

/**
 * Reads a file and encodes it as part of an email, and compares its length and its hash with those of its arrival.
 *
 * @throws FilesUnavailable when it cannot be read, or not until `limit` ends
 */
export async function readAttachment(
  { place, name, type, bytes, sha256 }: StoredFile,
  { open }: Pick<AttachedFiles, 'open'>,
  limit: AbortSignal,
): Promise<ReadAttachment> {
  const opened = await open(place)
  if (!opened) return { kind: 'gone' }
  if (opened.bytes !== bytes) {
    opened.stream.destroy()
    return { kind: 'damaged' }
  }
  const encoded = await encode(addAbortSignal(limit, opened.stream))
  if (encoded.sha256 !== sha256) return { kind: 'damaged' }
  return { kind: 'attached', attachment: { name, type, content: encoded.content } }
}

/** Encodes as base64 in lines, piece by piece: other work goes on meanwhile. */
async function encode(stream: Readable): Promise<{ content: Buffer; sha256: string }> {
  const { encode, wrap } = requireNodemailer(
    'nodemailer/lib/base64',
  ) as typeof import('nodemailer/lib/base64')
  const hash = createHash('sha256')
  const encoded: Buffer[] = []
  const write = (bytes: Buffer) =>
    encoded.push(Buffer.from(`${wrap(encode(bytes), LINE_CHARACTERS)}\r\n`, 'latin1'))
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.length - (bytes.length % LINE_BYTES)
      if (end > 0) write(bytes.subarray(0, end))
      rest = bytes.subarray(end)
    }
  } catch (error) {
    if (error instanceof FilesUnavailable) throw error
    throw new FilesUnavailable('a file could not be read to its end', error)
  }
  if (rest.length > 0) write(rest)
  return { content: Buffer.concat(encoded), sha256: hash.digest('hex') }
}
