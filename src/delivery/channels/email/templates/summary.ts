import type { FormattedField } from './field-formatting.ts'
import { plainLine, truncate } from './plain-text.ts'

/** Names of fields, without anything but letters, that hold the name of the sender, in the languages of the pages. */
const NAMES = [
  ...['name', 'fullname', 'yourname', 'contactname', 'sender', 'nom', 'nombre', 'nome', 'ihrname'],
  ...['お名前', '名前', '氏名', '姓名', 'الاسم'],
]
const FIRST_NAMES = ['firstname', 'givenname', 'fname', 'vorname', 'prénom', 'prenom']
const LAST_NAMES = [
  'lastname',
  'familyname',
  'surname',
  'lname',
  'nachname',
  'apellido',
  'apellidos',
  'sobrenome',
]
const ADDRESSES = ['email', 'replyto', 'emailaddress', 'youremail', 'mail']
const OF_SENDER = new Set([...NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...ADDRESSES])
const MESSAGES = [
  ...['message', 'msg', 'body', 'text', 'comment', 'comments', 'content', 'question', 'feedback', 'enquiry'],
  ...['inquiry', 'description', 'details', 'notes', 'note', 'request', 'nachricht', 'mensaje', 'mensagem'],
  ...['メッセージ', '内容', '留言', '消息', 'رسالة', 'الرسالة'],
]

const MAX_SENDER_LENGTH = 60
const MAX_WORDS_LENGTH = 90
/** Characters of a value that are looked at: values can be long, and every email does this. */
const MAX_READ_LENGTH = 400

/** Returns who sent a submission and its first words in one line, `Grace: Hello Ada`; null if it has no text. */
export function summarize(fields: readonly FormattedField[]): string | null {
  const lines = fields.map(({ name, value }) => ({
    name: toKey(name),
    text: plainLine(value.shown.slice(0, MAX_READ_LENGTH)),
  }))
  const find = (names: readonly string[]) =>
    lines.find(({ name, text }) => text !== '' && names.includes(name))?.text
  const bothNames = [find(FIRST_NAMES), find(LAST_NAMES)].filter((name) => name !== undefined).join(' ')
  const sender = find(NAMES) ?? (bothNames || find(ADDRESSES))
  const others = lines.filter(({ name, text }) => text !== '' && !OF_SENDER.has(name)).map(({ text }) => text)
  const words = find(MESSAGES) ?? others.join(' · ')
  const parts = [truncate(sender ?? '', MAX_SENDER_LENGTH), truncate(words, MAX_WORDS_LENGTH)]
  return parts.filter((part) => part !== '').join(': ') || null
}

/** Normalizes a name: `Your-Name`, `your_name` and `yourName` are the same. */
function toKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
}
