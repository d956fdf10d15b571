import type { Submission } from '../../../api/submissions/submissions.ts'
import { splitAtWords } from '../../../controls/search-words.ts'

type Fields = Submission['fields']

const NAMES = ['name', 'fullname', 'yourname', 'contactname', 'sender', 'nom']
const FIRST_NAMES = ['firstname', 'givenname', 'fname']
const LAST_NAMES = ['lastname', 'familyname', 'surname', 'lname']
const MAILBOXES = ['email', 'replyto', 'emailaddress', 'youremail', 'useremail', 'contactemail', 'mail']
const SUBJECTS = ['subject', 'topic', 'title']
const MESSAGES = [
  ...['message', 'msg', 'body', 'text', 'comment', 'comments', 'content', 'question', 'feedback'],
  ...['enquiry', 'inquiry', 'description', 'details', 'notes', 'note', 'request'],
]
const OF_SENDER: ReadonlySet<string> = new Set([...NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...MAILBOXES])
const PREVIEW_LENGTH = 200
/** Maximum number of characters that are searched in a value, because every row does this. */
const MAX_SEARCHED_LENGTH = 2000
/** Number of characters shown before a match. */
const BEFORE_FOUND_LENGTH = 20
const SENDER_LENGTH = 120

/** Returns the sender by common field names; null without one. */
export function findSender(fields: Fields): string | null {
  const lines = toLines(fields)
  const whole = [findFirst(lines, FIRST_NAMES), findFirst(lines, LAST_NAMES)].filter(Boolean).join(' ')
  const sender = findFirst(lines, NAMES) ?? (whole || findFirst(lines, MAILBOXES))
  return sender?.slice(0, SENDER_LENGTH) ?? null
}

/** Returns the words in the place of a sender who gave no name. */
export function toUnnamed({ withdrawn_at }: Pick<Submission, 'withdrawn_at'>): string {
  return withdrawn_at === null ? '(no name)' : 'Withdrawn by the visitor'
}

/** Returns the two halves of the sender's name if it is joined from two fields; else nothing. */
export function findSenderParts(fields: Fields): string[] {
  const lines = toLines(fields)
  if (findFirst(lines, NAMES) !== null) return []
  return [findFirst(lines, FIRST_NAMES), findFirst(lines, LAST_NAMES)].filter((part) => part !== null)
}

/** Returns true for the name of a field that says who sent the form: name, first name, email. */
export function isSenderName(name: string): boolean {
  return OF_SENDER.has(plain(name))
}

/** Returns true for the name of a field that contains the message. */
export function isMessageName(name: string): boolean {
  return MESSAGES.includes(plain(name))
}

/** Returns one line for a row: subject and message, else the other fields. */
export function toPreview(fields: Fields): string {
  const lines = toLines(fields)
  const text = [findFirst(lines, SUBJECTS), findFirst(lines, MESSAGES)].filter(Boolean).join(' · ')
  if (text !== '') return text
  const others = fields.filter(([name]) => !name.startsWith('_') && !isSenderName(name))
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
  const found = fields.find(([name]) => isMessageName(name))
  return found === undefined ? null : toText(found[1])
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

/** Maps normalized names to one-line values; the first non-empty value wins. */
function toLines(fields: Fields): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const [name, value] of fields) {
    const key = plain(name)
    const line = lines.has(key) ? '' : oneLine(value)
    if (line !== '') lines.set(key, line)
  }
  return lines
}

function findFirst(lines: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  const wanted = names.find((name) => lines.has(name))
  return wanted === undefined ? null : (lines.get(wanted) ?? null)
}

/** Normalizes a name: `Your-Name`, `your_name` and `yourName` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
