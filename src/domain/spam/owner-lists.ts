import { readDomain } from '../accounts/mailbox.ts'
import { type Field, findReplyAddress } from '../submissions/fields.ts'
import type { ReadText } from './read-texts.ts'
import { UNSPACED_SCRIPTS } from './scripts.ts'
import { parseSpamEntry, type SpamLists } from './spam-settings.ts'

export type BlockReason = 'blocked_address' | 'blocked_domain' | 'blocked_word'

/** Returns the reasons for which the lists of an owner block a submission, or that they allow it. */
export type OwnerLists = (submission: {
  fields: readonly Field[]
  texts: readonly ReadText[]
}) => { kind: 'allowed' } | { kind: 'blocked'; reasons: readonly BlockReason[] } | { kind: 'unlisted' }

/** A word; each character of a script without spaces is one. */
const WORD = new RegExp(
  String.raw`[[\p{L}\p{N}]&&[${UNSPACED_SCRIPTS}]]|[[\p{L}\p{N}\p{M}]--[${UNSPACED_SCRIPTS}]]+`,
  'gv',
)
const ASCII_WORD = /[a-z0-9]+/g
const SPACES = /\s+/g
/** Characters of a word or phrase that need no look beyond its words. */
const WORDS_ALONE = /^[\p{L}\p{N}\p{M} ]*$/u
const HOST = /[a-z0-9.-]+/g
const UNICODE_HOST = /[\p{L}\p{N}\p{M}.-]+/gu
const NOT_ASCII = /[^\0-\x7f]/
/** Ends a sentence, and no host. */
const TRAILING = /(?<![.-])[.-]+$/
const MAX_HOST_LENGTH = 253
/** Number of hosts outside ASCII that are converted to compare them. */
const MAX_CONVERTED_HOSTS = 50
/** A domain after an `@`, and where it is too long the beginning of it. */
const DOMAIN_AT = /[\p{L}\p{N}\p{M}.-]{1,253}/uy
const QUOTES = /^[^a-z0-9]+/
const LOCAL_PART = /[a-z0-9!#$%&'*+/=?^_`{|}~.-]/
const MAX_LOCAL_PART_LENGTH = 64

/** Entries of one list, ready to be looked up. */
type CompiledList = {
  phrases: Phrases
  domains: ReadonlySet<string>
  addresses: ReadonlySet<string>
}

/**
 * Phrases as a tree of their words, so that a text is read once however many phrases begin alike. `isEnd`: the words up to
 * here are a phrase. `literals`: phrases of these words with other characters, which the text must contain, too.
 */
type Phrases = { next: Map<string, Phrases>; isEnd: boolean; literals: string[] }

/** Lists that were compiled before: the store returns the same lists until they change. */
const compiledLists = new WeakMap<readonly string[], CompiledList>()

/** Prepares the lists of an owner; null where both are empty. */
export function compileOwnerLists(lists: SpamLists): OwnerLists | null {
  if (lists.block.length === 0 && lists.allow.length === 0) return null
  const block = getCompiledList(lists.block)
  const allow = getCompiledList(lists.allow)
  return ({ fields, texts }) => {
    const folded = texts.map(({ text }) => text.toLowerCase())
    if (isAllowed(allow, { fields, texts: folded })) return { kind: 'allowed' }
    const reasons: BlockReason[] = []
    if (folded.some((text) => hasAddress(text, block.addresses))) reasons.push('blocked_address')
    if (folded.some((text) => hasDomain(text, block.domains))) reasons.push('blocked_domain')
    if (folded.some((text) => hasPhrase(text, block.phrases))) reasons.push('blocked_word')
    return reasons.length > 0 ? { kind: 'blocked', reasons } : { kind: 'unlisted' }
  }
}

/** An address or a domain is allowed as that of the sender only: anybody can mention one. */
function isAllowed(
  list: CompiledList,
  { fields, texts }: { fields: readonly Field[]; texts: readonly string[] },
): boolean {
  if (texts.some((text) => hasPhrase(text, list.phrases))) return true
  if (list.addresses.size === 0 && list.domains.size === 0) return false
  const sender = findReplyAddress(fields)?.toLowerCase()
  if (sender === undefined) return false
  return list.addresses.has(sender) || isInDomains(sender.slice(sender.lastIndexOf('@') + 1), list.domains)
}

function getCompiledList(list: readonly string[]): CompiledList {
  const known = compiledLists.get(list)
  if (known) return known
  const compiled = compileList(list)
  compiledLists.set(list, compiled)
  return compiled
}

function compileList(list: readonly string[]): CompiledList {
  const phrases = createPhrases()
  const domains = new Set<string>()
  const addresses = new Set<string>()
  for (const text of list) {
    const entry = parseSpamEntry(text)
    switch (entry.kind) {
      case 'domain':
        domains.add(entry.domain.toLowerCase())
        break
      case 'address':
        addresses.add(entry.address.toLowerCase())
        break
      case 'word':
        addPhrase(phrases, entry.words)
    }
  }
  return { phrases, domains, addresses }
}

function createPhrases(): Phrases {
  return { next: new Map(), isEnd: false, literals: [] }
}

function addPhrase(phrases: Phrases, phrase: string): void {
  const words = splitWords(phrase)
  if (words.length === 0) return
  let node = phrases
  for (const word of words) {
    const next = node.next.get(word) ?? createPhrases()
    node.next.set(word, next)
    node = next
  }
  if (WORDS_ALONE.test(phrase)) node.isEnd = true
  else node.literals.push(phrase)
}

function splitWords(text: string): string[] {
  return text.match(NOT_ASCII.test(text) ? WORD : ASCII_WORD) ?? []
}

function hasPhrase(text: string, phrases: Phrases): boolean {
  if (phrases.next.size === 0) return false
  const words = splitWords(text)
  const toCompare = new Set<Phrases>()
  for (const [at, first] of words.entries()) {
    let node = phrases.next.get(first)
    for (let after = at + 1; node; after += 1) {
      if (node.isEnd) return true
      if (node.literals.length > 0) toCompare.add(node)
      node = node.next.get(words[after] ?? '')
    }
  }
  if (toCompare.size === 0) return false
  const spaced = text.replace(SPACES, ' ')
  return toCompare.values().some(({ literals }) => literals.some((literal) => spaced.includes(literal)))
}

/** Returns true when a host in a text is one of these domains, or below one. */
function hasDomain(text: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0 || !text.includes('.')) return false
  if (text.match(HOST)?.some((host) => host.includes('.') && isInDomains(host, domains))) return true
  let converted = 0
  for (const [host] of text.matchAll(UNICODE_HOST)) {
    if (!NOT_ASCII.test(host) || !host.includes('.')) continue
    converted += 1
    if (converted > MAX_CONVERTED_HOSTS) break
    const domain = readDomain(host.replace(TRAILING, ''))
    if (domain !== null && isInDomains(domain, domains)) return true
  }
  return false
}

function isInDomains(text: string, domains: ReadonlySet<string>): boolean {
  let host = text.slice(-MAX_HOST_LENGTH).replace(TRAILING, '')
  for (let at = host.indexOf('.'); ; at = host.indexOf('.')) {
    if (domains.has(host)) return true
    if (at < 0) return false
    host = host.slice(at + 1)
  }
}

/** Returns true when one of these addresses stands in a text. */
function hasAddress(text: string, addresses: ReadonlySet<string>): boolean {
  if (addresses.size === 0) return false
  let converted = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    DOMAIN_AT.lastIndex = at + 1
    const [written] = DOMAIN_AT.exec(text) ?? []
    if (written === undefined) continue
    let start = at
    while (start > 0 && at - start < MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(text.charAt(start - 1)))
      start -= 1
    const local = text.slice(start, at)
    const isConverted = NOT_ASCII.test(written)
    if (isConverted) converted += 1
    if (converted > MAX_CONVERTED_HOSTS) return false
    const trimmed = written.replace(TRAILING, '')
    const domain = isConverted ? readDomain(trimmed) : trimmed
    // Quotes may stand before an address, and be part of one.
    if (addresses.has(`${local}@${domain}`) || addresses.has(`${local.replace(QUOTES, '')}@${domain}`))
      return true
  }
  return false
}
