import { type FieldRole, ROLE_NAMES } from './role-names.ts'

export type { FieldRole } from './role-names.ts'

/** A field of a submission, with a value that is not looked into. */
export type NamedValue = { readonly name: string; readonly value: unknown }

/** Names of the control that holds the reply address, ours and other vendors'. */
export const REPLY_TO_NAMES: readonly string[] = ['_replyto', '_reply_to', '_email.replyto', '_replyTo']

/** Words before a name that mean the sender, as `toKey` writes them. */
const OWN_PREFIX =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|author|applicant|field|fields|data|ihre|ihr|deine|dein|votre|ton|il|tuo|tua|seu|sua|su|tu|uw|jouw|je|ваше|ваша|ваш|お|ご|您的|你的){1,3}/
/** Words around an address that mean the sender's own, not that of a friend. */
const OWN_ADDRESS =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|sender|author|applicant|member|subscriber|person|company|business|work|private|primary|main|billing|account|form|fields?|data|values?|entry|lead|message|order|from|reply){0,3}e?mail(?:address|addr|id)?$/
/** Names that say that an address is somebody else's, or the form's own. */
const ANOTHER_ADDRESS =
  /mail|friend|recipient|^c?cc?$|bcc|^to$|sendto|admin|support|owner|webmaster|site|page|referr|refer|partner|spouse|emergency|manager|boss|colleague|company|merchant|vendor|empfanger|destinat/
const SEPARATORS = /[\s_.:[\]-]+/g
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+/g
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu
/** Letters that do not decompose and that people leave out. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
}
const SPELLING = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g')
/** Scripts in which the family name comes first. */
const FAMILY_FIRST = /[\p{scx=Han}\p{scx=Hang}]/u
/** `Jane Doe <jane@acme.org>`. */
const DISPLAY_NAME = /^\s*"?([^"<>@]{1,200}?)"?\s*<[^<>\s]+@[^<>\s]+>\s*$/
/** Longest value that may be an address or a name, in characters. */
const MAX_READ_LENGTH = 400

const ROLES: ReadonlyMap<string, FieldRole> = listRoles()
/** Roles of names that were looked up before: forms send the same ones again and again. */
const known = new Map<string, FieldRole | null>()
const MAX_KNOWN = 1000

/** Returns the role of a field by its name, in any case and spelling; null when the name says nothing. Names with `_` first have none. */
export function getFieldRole(name: string): FieldRole | null {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const role = name.startsWith('_') ? null : findRole(name)
  known.set(name, role)
  return role
}

/** Returns true for the name of a field that says who sent the form: name, first or last name, email address. */
export function isSenderName(name: string): boolean {
  const role = getFieldRole(name)
  return role === 'name' || role === 'first_name' || role === 'last_name' || role === 'email'
}

/**
 * Returns the address that replies go to: `_replyto` by any vendor's name, else the field named email, else the first field
 * whose name means the same in any language. Where no name says it, the only address among the fields, unless its name says
 * that it is somebody else's. Null without one, and where two addresses could be meant.
 *
 * @param readAddress returns the address if the text is exactly one
 */
export function findReplyField<F extends NamedValue>(
  fields: readonly F[],
  readAddress: (text: string) => string | null,
): { field: F; address: string } | null {
  const read = (field: F | undefined) => {
    if (typeof field?.value !== 'string' || field.value.length > MAX_READ_LENGTH) return null
    const address = readAddress(field.value.trim())
    return address === null ? null : { field, address }
  }
  const named = [
    fields.find(({ name }) => REPLY_TO_NAMES.includes(name)),
    fields.find(({ name }) => name.toLowerCase() === 'email'),
    ...fields.filter(({ name }) => getFieldRole(name) === 'email'),
  ]
  for (const field of named) {
    const found = read(field)
    if (found) return found
  }
  // An address that was mistyped in its own field is not replaced by another one.
  if (named.some((field) => typeof field?.value === 'string' && field.value.trim() !== '')) return null
  const found = fields
    .filter(({ name }) => !name.startsWith('_'))
    .map(read)
    .filter((one) => one !== null)
  const [only] = found
  if (!only || found.some(({ address }) => address !== only.address)) return null
  return found.find(({ field }) => saysNothing(field.name)) ?? null
}

/** Fields that name the sender, and the name that they make together. */
export type SenderName = { name: string; fields: readonly NamedValue[] }

/** Returns the name of the sender: from one field, from two halves, or from `Jane <jane@acme.org>`; null without one. */
export function findSenderName(fields: readonly NamedValue[]): SenderName | null {
  const find = (role: FieldRole) =>
    fields.find(({ name, value }) => getFieldRole(name) === role && toLine(value) !== '')
  const whole = find('name')
  const first = find('first_name')
  const last = find('last_name')
  // "Vorname" and "Name", "nombre" and "apellido": the field called name is the other half.
  const given = first ?? (last && whole)
  const family = last ?? (first && whole)
  if (!given || !family) {
    const one = whole ?? given ?? family
    return one ? { name: toLine(one.value), fields: [one] } : findDisplayName(fields)
  }
  const [one, two] = [toLine(given.value), toLine(family.value)]
  const complete = whole ? toLine(whole.value) : ''
  if (whole && complete.includes(one) && complete.includes(two)) return { name: complete, fields: [whole] }
  const isFamilyFirst = FAMILY_FIRST.test(one + two)
  return { name: isFamilyFirst ? `${two} ${one}` : `${one} ${two}`, fields: [given, family] }
}

/** Returns the first field with a value whose name has this role; undefined without one. */
export function findByRole<F extends NamedValue>(fields: readonly F[], role: FieldRole): F | undefined {
  return fields.find(({ name, value }) => getFieldRole(name) === role && !isBlank(value))
}

/** Returns fields as one JSON object, in order; a repeated name becomes a list of its values. */
export function fieldsToObject<Value>(
  fields: readonly { readonly name: string; readonly value: Value }[],
): Record<string, Value | Value[]> {
  const values = new Map<string, Value[]>()
  for (const { name, value } of fields) {
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  // NOTE: Object.fromEntries defines own properties, so a field called `__proto__` stays a plain field.
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 && all[0] !== undefined ? all[0] : all]),
  )
}

/** Returns true for values that say nothing: no value, blank text, an empty list. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.every(isBlank)
}

function findDisplayName(fields: readonly NamedValue[]): SenderName | null {
  const field = fields.find(({ name }) => getFieldRole(name) === 'email')
  if (typeof field?.value !== 'string' || field.value.length > MAX_READ_LENGTH) return null
  const name = toLine(DISPLAY_NAME.exec(field.value)?.[1])
  return name === '' ? null : { name, fields: [] }
}

/** Returns the beginning of a text as one line; an empty one for all else. */
function toLine(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_READ_LENGTH).replace(/\s+/g, ' ').trim() : ''
}

function saysNothing(name: string): boolean {
  return getFieldRole(name) === null && !ANOTHER_ADDRESS.test(toKey(name))
}

function findRole(name: string): FieldRole | null {
  // Digits count here: `email2` is another address.
  if (OWN_ADDRESS.test(name.toLowerCase().replace(SEPARATORS, ''))) return 'email'
  const key = toKey(name)
  const role = ROLES.get(key) ?? ROLES.get(key.replace(OWN_PREFIX, '')) ?? null
  return role === 'email' && /\d/.test(name) ? null : role
}

/** Normalizes a name: `Your-Name`, `your_name` and `yourName` are the same, and so are `Prénom` and `prenom`. */
function toKey(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(MARKS, '')
  return plain
    .replace(NOT_LETTERS, '')
    .normalize('NFC')
    .replace(SPELLING, (letter) => SPELLINGS[letter] ?? letter)
}

function listRoles(): ReadonlyMap<string, FieldRole> {
  const roles = new Map<string, FieldRole>()
  for (const [role, names] of Object.entries(ROLE_NAMES) as [FieldRole, string][]) {
    for (const name of names.split(/\s+/)) {
      const key = toKey(name)
      if (key !== '' && !roles.has(key)) roles.set(key, role)
    }
  }
  return roles
}
