import { MAX_SUBJECT_LENGTH } from '../../../../domain/outbox/email-settings.ts'
import { isData } from '../../../../domain/submissions/control-names.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'
import { printValue } from './field-formatting.ts'
import { plainLine, truncate } from './submitted-text.ts'

/** Prefixes that would make the email look like a reply. */
const REPLY_PREFIXES = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|res|enc)\s*(?:\[\d+\])?\s*[:：])+/iu
const PLACEHOLDER = /\{([^{}]+)\}/g
/** Signs without a letter or a digit at either end, and empty brackets, such as fields that were not sent leave. */
const EMPTY_BRACKETS = /\[\s*\]|\(\s*\)/g
const LOOSE_ENDS = /^[\s\-–—·|:,;/]+|[\s\-–—·|:,;/]+$/g
const SEEN = /[\p{L}\p{N}\p{S}]/u
/** Characters of a value that are looked at: values can be long. */
const MAX_READ_LENGTH = 400

/** Removes what would make a subject look like that of a reply. */
export function withoutReplyPrefix(subject: string): string {
  return subject.replace(REPLY_PREFIXES, '').trim()
}

/**
 * Fills in the pattern of an owner: `{form}`, `{site}`, and `{…}` with the name of a field; a field that was not sent leaves
 * nothing. Empty where nothing is left that a reader sees.
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

/** Names of fields are found as they are, or else without regard to case; all values of the field, in one line. */
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
