import { findSubject, isData } from '../../domain/submissions/control-names.ts'
import { type Field, type FieldValue, findReplyAddress } from '../../domain/submissions/fields.ts'
import { loadMailComposer } from '../../runtime/nodemailer.ts'

/** Maximum length of the text of the fields that an engine reads. Engines take milliseconds for each KiB. */
const MAX_TEXT_CHARACTERS = 64 * 1024
const MAX_SUBJECT_CHARACTERS = 200

/** A submission as engines get to see it. */
export type EngineSubmission = {
  /** Public id. */
  id: string
  formId: string
  receivedAt: Date
  fields: readonly Field[]
}

/**
 * Composes the RFC 5322 message that engines judge: what a mail program of the visitor would have sent to the form. It has
 * no Received line, since no mail server passed it on. The same submission gives the same message, so that an engine knows
 * it again when it is taught.
 */
export async function composeMessage(submission: EngineSubmission, domain: string): Promise<Buffer> {
  const MailComposer = await loadMailComposer()
  const { fields, formId } = submission
  const from = findReplyAddress(fields)
  const subject = findSubject(fields)?.value
  // Nodemailer encodes and folds every header, and takes line ends out of them.
  return new MailComposer({
    ...(from === null ? {} : { from: { name: '', address: from } }),
    to: { name: '', address: `${formId}@${domain}` },
    ...(typeof subject === 'string' && subject.trim() !== ''
      ? { subject: subject.slice(0, MAX_SUBJECT_CHARACTERS) }
      : {}),
    messageId: `<${submission.id}@${domain}>`,
    date: submission.receivedAt,
    text: formatFields(fields),
    headers: { 'Formslot-Form': formId },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** Formats each field as its name and its value. */
function formatFields(fields: readonly Field[]): string {
  return fields
    .filter(isData)
    .map(({ name, value }) => `${name}: ${formatValue(value)}`)
    .join('\n\n')
    .replaceAll(/\r\n?/g, '\n')
    .slice(0, MAX_TEXT_CHARACTERS)
    .toWellFormed()
}

function formatValue(value: FieldValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
