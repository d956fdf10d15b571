import type { IncomingMessage } from 'node:http'
import type { ReceivedFile } from '../../actions/files/receive-files.ts'
import type { Refused } from '../../domain/refusal.ts'

/** A submission as it was sent. */
export type SentSubmission = {
  formId: string
  /** Empty while it is not read. */
  body: Buffer
  /** The request whose body is not read yet, because it contains files. */
  upload?: IncomingMessage
  /** Its files, which `body` no longer contains, or why they are refused. */
  received?: { kind: 'received'; files: readonly ReceivedFile[] } | Refused
}
