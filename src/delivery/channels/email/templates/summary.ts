import { readPlainAddress } from '../../../../domain/accounts/mailbox.ts'
import {
  findByRole,
  findReplyField,
  findSenderName,
  isSenderName,
} from '../../../../domain/submissions/field-roles.ts'
import type { FormattedField } from './field-formatting.ts'
import { plainLine, truncate } from './plain-text.ts'

const MAX_SENDER_LENGTH = 60
const MAX_WORDS_LENGTH = 90
/** Characters of a value that are looked at: values can be long, and every email does this. */
const MAX_READ_LENGTH = 400

/** Returns who sent a submission and its first words in one line, `Grace: Hello Ada`; null if it has no text. */
export function summarize(fields: readonly FormattedField[]): string | null {
  const lines = fields
    .map(({ name, value }) => ({ name, value: plainLine(value.shown.slice(0, MAX_READ_LENGTH)) }))
    .filter(({ value }) => value !== '')
  const reply = findReplyField(lines, readPlainAddress)
  const sender = findSenderName(lines)?.name ?? reply?.address ?? findByRole(lines, 'email')?.value
  const message = findByRole(lines, 'message')
  const others = lines.filter((line) => !isSenderName(line.name) && line !== reply?.field)
  const words = message ? message.value : others.map(({ value }) => value).join(' · ')
  const parts = [truncate(String(sender ?? ''), MAX_SENDER_LENGTH), truncate(String(words), MAX_WORDS_LENGTH)]
  return parts.filter((part) => part !== '').join(': ') || null
}
