import { MAX_SUBJECT_LENGTH } from '../../../../domain/outbox/email-settings.ts'
import { isData } from '../../../../domain/submissions/control-names.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'
import { printValue } from './field-formatting.ts'
import { plainLine, truncate } from './submitted-text.ts'

/** Prefixes that would make the email look like a reply. */
const REPLY_PREFIXES = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|res|enc)\s*(?:\[\d+\])?\s*[:：])+/iu
const PLACEHOLDER = /\{([^{}]+)\}/g
/** Empty brackets, and separators at either end, which fields that were not sent leave behind. */
const EMPTY_BRACKETS = /\[\s*\]|\(\s*\)/g
const LOOSE_ENDS = /^[\s\-–—·|:,;/]+|[\s\-–—·|:,;/]+$/g
const SEEN = /[\p{L}\p{N}\p{S}]/u
/** Maximum number of characters of a value that are read: values can be long. */
const MAX_READ_LENGTH = 400

/** Removes what would make a subject look like that of a reply. */
export function withoutReplyPrefix(subject: string): string {
  return subject.replace(REPLY_PREFIXES, '').trim()
}

/**
 * Fills in an owner's pattern: `{form}`, `{site}`, and names of fields in braces. A field that was not sent is replaced by
 * nothing. Returns an empty text if nothing visible is left.
 */
export function fillSubject(
  pattern: string,
  values: { form: string; site: string; fields: readonly Field[] },
): string {
  const filled = pattern.replace(PLACEHOLDER, (_, name: string) => findValue(name.trim(), values))
  const line = plainLine(filled.replace(EMPTY_BRACKETS, '')).replace(LOOSE_ENDS, '')
  const subject = withoutReplyPrefix(line)
  return SEEN.test(subject) ? truncate(subject, MAX_SUBJECT_LENGTH) : ''
}

/** Finds all values of a field, as one line. The name must match exactly, or, if no field does, without regard to case. */
function findValue(name: string, { form, site, fields }: Parameters<typeof fillSubject>[1]): string {
  if (name === 'form') return form
  if (name === 'site') return site
  const data = fields.filter(isData)
  const same = data.filter((field) => field.name === name)
  const folded = name.toLowerCase()
  const found = same.length > 0 ? same : data.filter((field) => field.name.toLowerCase() === folded)
  const texts = found.map(({ value }) => plainLine(printValue(value).slice(0, MAX_READ_LENGTH)))
  return withoutReplyPrefix(texts.filter((text) => text !== '').join(', '))
}
