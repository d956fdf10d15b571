import type { Submission } from '../../api/submissions.ts'

type Fields = Submission['fields']

const NAMES = ['name', 'fullname', 'yourname', 'contactname', 'sender', 'nom']
const FIRST_NAMES = ['firstname', 'givenname', 'fname']
const LAST_NAMES = ['lastname', 'familyname', 'surname', 'lname']
const MAILBOXES = ['email', 'replyto', 'emailaddress', 'youremail', 'mail']
const SUBJECTS = ['subject', 'topic', 'title']
const MESSAGES = ['message', 'msg', 'body', 'text', 'comment', 'comments', 'content', 'question']
const MORE_MESSAGES = ['feedback', 'enquiry', 'inquiry', 'description', 'details', 'notes', 'note', 'request']
const PREVIEW_LENGTH = 200
const SENDER_LENGTH = 120

/** Who sent it, by what the fields call it; null where nothing says so. */
export function senderOf(fields: Fields): string | null {
  const whole = [firstOf(fields, FIRST_NAMES), firstOf(fields, LAST_NAMES)].filter(Boolean).join(' ')
  return firstOf(fields, NAMES) ?? (whole || firstOf(fields, MAILBOXES))
}

/** The most useful field on one line: the subject and the message, else the longest text there is. */
export function previewOf(fields: Fields): string {
  const subject = firstOf(fields, SUBJECTS)
  const message = firstOf(fields, [...MESSAGES, ...MORE_MESSAGES])
  const said = [subject, message].filter(Boolean).join(' · ')
  if (said !== '') return said
  const taken = new Set([...NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...MAILBOXES])
  const others = fields.filter(([name]) => !name.startsWith('_') && !taken.has(plain(name)))
  const rest = others.length > 0 ? others : fields
  return rest
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join(' · ')
    .slice(0, PREVIEW_LENGTH)
}

/** A value as one line of text, however it was sent. */
export function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : textOf(value)
  // NOTE: cut before and after: a value may be 64 KiB, and every row does this.
  return text
    .slice(0, PREVIEW_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_LENGTH)
}

/** A value as text: what is nested becomes JSON, a list of words a list. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

function firstOf(fields: Fields, names: readonly string[]): string | null {
  for (const wanted of names) {
    const found = fields.find(([name, value]) => plain(name) === wanted && oneLine(value) !== '')
    if (found) return oneLine(found[1]).slice(0, wanted === 'message' ? PREVIEW_LENGTH : SENDER_LENGTH)
  }
  return null
}

/** `Your-Name`, `your_name` and `yourName` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
