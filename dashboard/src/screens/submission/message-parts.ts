import { isSenderName } from '../../../../src/domain/submissions/field-roles.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { findReply } from '../inbox/list/reply-address.ts'
import { findSender, findSenderParts, isMessageName, toText } from '../inbox/list/summary.ts'

type Field = Submission['fields'][number]

/** The fields of a submission as they are read. Reserved fields (`_…`) are in none of the parts. */
export type MessageParts = {
  /** The message; null if no field is one. */
  body: Field | null
  /** All other fields with a value that the heading does not show. */
  facts: readonly Field[]
  /** Names of fields without a value. */
  empty: readonly string[]
}

/** A text of this length is read as a message, whatever its field is called. */
const MIN_BODY_LENGTH = 160

/** Splits the fields of a submission into the parts that are shown. */
export function toMessageParts(fields: Submission['fields']): MessageParts {
  const named = fields.filter(([name]) => !name.startsWith('_'))
  const filled = named.filter(([, value]) => toText(value).trim() !== '')
  const body = findBody(filled)
  const reply = findReply(fields)
  const inHeading = new Set([...shownInHeading(fields), ...(reply === null ? [] : [reply.address])])
  return {
    body,
    facts: filled.filter((field) => {
      const [name, value] = field
      const isShown =
        (isSenderName(name) || name === reply?.name) &&
        typeof value === 'string' &&
        inHeading.has(value.trim())
      return field !== body && !isShown
    }),
    empty: named.filter((field) => !filled.includes(field)).map(([name]) => name),
  }
}

function findBody(fields: readonly Field[]): Field | null {
  const named = fields.find(([name]) => isMessageName(name))
  if (named) return named
  const texts = fields.filter(
    ([name, value]) => typeof value === 'string' && value.length >= MIN_BODY_LENGTH && !isSenderName(name),
  )
  return texts.toSorted((one, other) => toText(other[1]).length - toText(one[1]).length)[0] ?? null
}

/** Returns the name that the heading shows in full, in one or two fields. */
function shownInHeading(fields: Submission['fields']): string[] {
  const sender = findSender(fields)
  return [...(sender === null ? [] : [sender]), ...findSenderParts(fields)]
}
