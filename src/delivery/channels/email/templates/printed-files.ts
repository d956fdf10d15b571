import type { Html } from '../../../../markup/html.ts'
import type { Attachment } from './email.ts'

/** The files of a submission as an email about it shows them: printed for both parts, and those that it contains. */
export type PrintedFiles = {
  /** The names in one line. */
  names: string
  text: string
  html: Html
  /** Maximum octets of both in an encoded email: fields get the rest. */
  octets: number
  attachments: readonly Attachment[]
}
