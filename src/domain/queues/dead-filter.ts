import type { MessageContent } from './queue.ts'

/** Maximum length of the text that dead letters are searched for. */
export const MAX_DEAD_SEARCH_LENGTH = 200

/** A selection of dead letters: published within a time, and with a text in their body or reason. */
export type DeadFilter = {
  since: Date | null
  /** Exclusive. */
  until: Date | null
  /** In upper or lower case; empty: all. */
  search: string
}

/** Returns true when the body of a message, as it was published, or the reason of its last retry contains the text. */
export function containsText(message: MessageContent & { reason: string | null }, search: string): boolean {
  if (search === '') return true
  const wanted = search.toLowerCase()
  // A text is stored as JSON, in which quotes and line breaks are escaped.
  const body: unknown = message.type === 'text' ? JSON.parse(message.text) : message.text
  return [String(body), message.reason ?? ''].some((text) => text.toLowerCase().includes(wanted))
}
