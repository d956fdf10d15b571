import { readDomain, readPlainAddress } from '../accounts/mailbox.ts'
import { toVisible } from './read-texts.ts'

/** Levels of the spam filter: the later, the fewer points make a submission spam. */
export const SPAM_LEVELS = ['off', 'lenient', 'normal', 'strict'] as const
export type SpamLevel = (typeof SPAM_LEVELS)[number]

/**
 * Use of the proof of work: `score` counts a missing one as a sign of spam, `required` refuses a submission without one.
 */
export const CHALLENGES = ['off', 'score', 'required'] as const
export type ChallengeMode = (typeof CHALLENGES)[number]

/** The level that a claim sets. */
export const DEFAULT_SPAM_LEVEL: SpamLevel = 'normal'

/** Maximum number of entries of each list. */
export const MAX_SPAM_LIST_ENTRIES = 500
/** Maximum length of an entry, in UTF-16 code units. */
export const MAX_SPAM_ENTRY_LENGTH = 100

/** Lists of the owner. `allow` wins over `block`. */
export type SpamLists = {
  /** Entries as `readSpamEntry` writes them, each once. */
  block: readonly string[]
  allow: readonly string[]
}

/** Spam settings of a form. */
export type SpamSettings = SpamLists & { level: SpamLevel }

export const NO_SPAM_LISTS: SpamLists = { block: [], allow: [] }
export const NO_SPAM_SETTINGS: SpamSettings = { level: 'off', ...NO_SPAM_LISTS }

/** Reason for which a text cannot be an entry. */
export type SpamEntryProblem =
  | 'empty'
  | 'too_long'
  | 'control_character'
  | 'url'
  | 'address_invalid'
  | 'domain_invalid'
  | 'wildcard'
  | 'no_letter'

/** An entry as its form tells: a domain covers its subdomains. */
export type SpamEntry =
  | { kind: 'word'; words: string }
  | { kind: 'domain'; domain: string }
  | { kind: 'address'; address: string }

type ReadEntry = { kind: 'entry'; entry: string } | { kind: 'problem'; problem: SpamEntryProblem }

/**
 * Reads an entry of a list: a word or phrase, a domain (`example.com` or `@example.com`), or an address. Returns it in
 * NFKC and lower case, with single spaces and without invisible characters, and domains as A-labels; a domain loses its
 * `@`, `.`, `*.` or `*@`.
 */
export function readSpamEntry(text: string): ReadEntry {
  if (/\p{Cc}/u.test(text.trim())) return problem('control_character')
  const entry = toVisible(text.toWellFormed()).toLowerCase().trim().replace(/\s+/gu, ' ')
  if (entry === '') return problem('empty')
  if (entry.length > MAX_SPAM_ENTRY_LENGTH) return problem('too_long')
  if (entry.includes('://')) return problem('url')
  const parsed = parseEntry(entry)
  if (parsed.kind === 'problem') return parsed
  return { kind: 'entry', entry: toText(parsed) }
}

/** Parses an entry that `readSpamEntry` has returned. */
export function parseSpamEntry(entry: string): SpamEntry {
  const parsed = parseEntry(entry)
  if (parsed.kind === 'problem') throw new RangeError(`the entry of a list is not valid: ${parsed.problem}`)
  return parsed
}

function parseEntry(text: string): SpamEntry | { kind: 'problem'; problem: SpamEntryProblem } {
  const entry = text.replace(/^\*@/, '@')
  const at = entry.lastIndexOf('@')
  if (at > 0) {
    const address = readPlainAddress(entry)
    return address === null ? problem('address_invalid') : { kind: 'address', address }
  }
  const named = entry.slice(at + 1).replace(/^\*?\./, '')
  const domain = isDomainLike(named) ? readDomain(named) : null
  if (domain !== null) return { kind: 'domain', domain }
  if (at === 0) return problem('domain_invalid')
  if (entry.startsWith('*') || entry.endsWith('*')) return problem('wildcard')
  if (!/[\p{L}\p{N}]/u.test(entry)) return problem('no_letter')
  return { kind: 'word', words: entry }
}

/** Returns true where the last label can be that of a domain: `e.g` and `u.s.a` are words. */
function isDomainLike(text: string): boolean {
  return /\.[^.\s]{2,}$/u.test(text)
}

function toText(entry: SpamEntry): string {
  switch (entry.kind) {
    case 'word':
      return entry.words
    case 'domain':
      return entry.domain
    case 'address':
      return entry.address
  }
}

function problem(problem: SpamEntryProblem): { kind: 'problem'; problem: SpamEntryProblem } {
  return { kind: 'problem', problem }
}

/** Returns true when both say the same. */
export function isSameSpam(one: SpamSettings, other: SpamSettings): boolean {
  return one.level === other.level && isSameList(one.block, other.block) && isSameList(one.allow, other.allow)
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index])
}
