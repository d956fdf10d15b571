import {
  findByRole,
  findSenderName,
  getFieldRole,
  isSenderName,
} from '../../../../../src/domain/submissions/field-roles.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { splitAtWords } from '../../../controls/search-words.ts'
import { replyAddress, toNamed } from './reply-address.ts'

type Fields = Submission['fields']

export const PREVIEW_LENGTH = 200
/** Maximum number of characters that are searched in a value, because every row does this. */
const MAX_SEARCHED_LENGTH = 2000
/** Number of characters shown before a match. */
const BEFORE_FOUND_LENGTH = 20
const SENDER_LENGTH = 120

/** Returns the sender: the name, else the email address; null without one. */
export function findSender(fields: Fields): string | null {
  const named = toNamed(fields)
  const address = replyAddress(fields) ?? oneLine(findByRole(named, 'email')?.value)
  const sender = findSenderName(named)?.name ?? (address || null)
  return sender?.slice(0, SENDER_LENGTH) ?? null
}

/** Returns the two halves of the sender's name if it is joined from two fields; else nothing. */
export function findSenderParts(fields: Fields): string[] {
  const sender = findSenderName(toNamed(fields))
  // A name that is cut shows neither half.
  if (!sender || sender.fields.length < 2 || sender.name.length > SENDER_LENGTH) return []
  return sender.fields.map(({ value }) => oneLine(value))
}

/** Returns true for the name of a field that contains the message. */
export function isMessageName(name: string): boolean {
  return getFieldRole(name) === 'message'
}

/** Returns one line for a row: subject and message, else the other fields. */
export function toPreview(fields: Fields): string {
  const named = toNamed(fields)
  const found = [findByRole(named, 'subject'), findByRole(named, 'message')]
  const text = found
    .map((field) => oneLine(field?.value))
    .filter(Boolean)
    .join(' · ')
  if (text !== '') return text
  const reply = replyAddress(fields)
  const others = fields.filter(
    ([name, value]) => !name.startsWith('_') && !isSenderName(name) && (reply === null || value !== reply),
  )
  const filled = others.filter(([, value]) => oneLine(value) !== '')
  const rest = filled.length > 0 ? filled : fields
  return rest
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join(' · ')
    .slice(0, PREVIEW_LENGTH)
}

/**
 * Returns one line for a row of a search: the usual one, or the first field that contains one of the words if neither
 * the sender nor the usual line does.
 */
export function toFoundPreview(fields: Fields, words: readonly string[]): string {
  const usual = toPreview(fields)
  if (words.length === 0 || findAt(`${findSender(fields) ?? ''} ${usual}`, words) !== null) return usual
  for (const [name, value] of fields) {
    const text = toText(value).slice(0, MAX_SEARCHED_LENGTH)
    const at = findAt(text, words)
    if (at === null) continue
    const letters = Array.from(text)
    // From the beginning of a word on.
    const space = at > BEFORE_FOUND_LENGTH ? letters.indexOf(' ', at - BEFORE_FOUND_LENGTH) : -1
    const from = at > BEFORE_FOUND_LENGTH && space === -1 ? at : Math.min(at, space + 1)
    return `${name}: ${from > 0 ? '…' : ''}${oneLine(letters.slice(from).join(''))}`
  }
  return usual
}

function findAt(text: string, words: readonly string[]): number | null {
  return splitAtWords(text, words).find(({ found }) => found)?.at ?? null
}

/** Returns the full message; null without a message field. */
export function findMessage(fields: Fields): string | null {
  const found = findByRole(toNamed(fields), 'message')
  return found === undefined ? null : toText(found.value)
}

/** Converts a value to one line of text. */
export function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : toText(value)
  // NOTE: cut before and after, because values can be 64 KiB and every row does this.
  return text
    .slice(0, PREVIEW_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_LENGTH)
}

/** Converts a value to text: nested values to JSON, lists of words to a list. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
