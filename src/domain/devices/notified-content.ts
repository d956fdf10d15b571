import { readPlainAddress } from '../accounts/mailbox.ts'
import { isData } from '../submissions/control-names.ts'
import {
  findByRole,
  findReplyField,
  findSenderName,
  isBlank,
  isSenderName,
} from '../submissions/field-roles.ts'
import type { Field } from '../submissions/fields.ts'
import type { NotifiedContent } from './notification.ts'

/** Returns the sender and the first words of a submission, as far as its fields have them; still submitted text. */
export function readNotifiedContent(fields: readonly Field[]): NotifiedContent {
  const shown = fields.filter(
    (field) => isData(field) && !field.name.startsWith('_') && !isBlank(field.value),
  )
  const reply = findReplyField(fields, readPlainAddress)
  const sender = findSenderName(shown)?.name ?? reply?.address ?? null
  const others = shown.filter((field) => !isSenderName(field.name) && field !== reply?.field)
  const message = findByRole(shown, 'message') ?? others[0]
  return { sender, words: message ? toWords(message.value) : null }
}

function toWords(value: Field['value']): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
