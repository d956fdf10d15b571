import { type SearchTerm, splitWords } from './search.ts'

/** Maximum length of a query; a longer one finds nothing. */
export const MAX_QUERY_LENGTH = 2000

/** Maximum number of words, phrases and fields; a query with more finds nothing, because each costs a scan. */
export const MAX_TERMS = 32

/** A parsed query. A submission must satisfy all of it. */
export type SearchQuery = {
  terms: readonly SearchTerm[]
  /** null: read or unread. */
  unread: boolean | null
  /** Received at this instant or later. */
  after: Date | null
  /** Received before this instant. */
  before: Date | null
  /** The query contradicts itself, or contains nothing searchable. */
  findsNothing: boolean
}

/** Quotes as phone keyboards type them. */
const QUOTES = /[\u201c\u201d\u201e\u201f]/g
/** An optional name with a colon, then a quoted text or a text up to the next space. */
const PARTS = /(?:([^\s":]+|"[^"]+"):(?=[^\s]))?(?:"([^"]*)("?)|([^\s"]+))/gu
const NAME = /^\p{L}/u
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Parses a query: words that must all occur, each as the beginning of a word; "phrases"; `field:value`; `from:ada`;
 * `is:unread`, `is:read`; `after:2026-11-01` and `before:2026-11-01`, days in UTC. Everything else is searched as words.
 * An empty query matches every submission.
 */
export function readSearchQuery(text: string): SearchQuery {
  const query: SearchQuery = { terms: [], unread: null, after: null, before: null, findsNothing: false }
  if (text.trim() === '') return query
  if (text.length > MAX_QUERY_LENGTH) return { ...query, findsNothing: true }
  let read = query
  for (const [whole, name, phrase, closed, bare] of text.replace(QUOTES, '"').matchAll(PARTS)) {
    const value = { text: phrase ?? bare ?? '', isPhrase: phrase !== undefined && closed === '"' }
    read = (name !== undefined && withNamed(read, name, value)) || withWords(read, whole, value.isPhrase)
  }
  if (read.terms.length > MAX_TERMS) return { ...read, terms: [], findsNothing: true }
  const hasCondition =
    read.terms.length > 0 || read.unread !== null || read.after !== null || read.before !== null
  return hasCondition ? read : { ...read, findsNothing: true }
}

type Value = { text: string; isPhrase: boolean }

/** Applies `name:value`; null when it has to be searched as words. */
function withNamed(query: SearchQuery, name: string, value: Value): SearchQuery | null {
  switch (name.toLowerCase()) {
    case 'is':
      return withMark(query, value.text.toLowerCase())
    case 'after': {
      const day = readDay(value.text)
      return day && { ...query, after: query.after === null || day > query.after ? day : query.after }
    }
    case 'before': {
      const day = readDay(value.text)
      return day && { ...query, before: query.before === null || day < query.before ? day : query.before }
    }
    case 'from':
      return withTerm(query, value, { kind: 'sender' })
    default: {
      const field = splitWords(name).join(' ')
      // `10:30` and `https://…` are not fields.
      if (!NAME.test(field) || value.text.startsWith('//')) return null
      return withTerm(query, value, { kind: 'field', field })
    }
  }
}

function withMark(query: SearchQuery, mark: string): SearchQuery | null {
  if (mark !== 'unread' && mark !== 'read') return null
  const unread = mark === 'unread'
  return { ...query, unread, findsNothing: query.findsNothing || query.unread === !unread }
}

function withTerm(query: SearchQuery, value: Value, within: SearchTerm['within']): SearchQuery | null {
  const words = splitWords(value.text)
  if (words.length === 0) return null
  return { ...query, terms: [...query.terms, { words, ends: value.isPhrase ? 'whole' : 'open', within }] }
}

function withWords(query: SearchQuery, text: string, isPhrase: boolean): SearchQuery {
  return withTerm(query, { text, isPhrase }, { kind: 'any' }) ?? query
}

/** Parses the beginning of a day in UTC; null for a day that does not exist. */
function readDay(text: string): Date | null {
  if (!DAY.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : day
}
