import type { Dns } from './lookup.ts'
import { showText } from './show.ts'

export type Qualifier = '+' | '-' | '~' | '?'

/** A mechanism (RFC 7208 §5). `value`: the text after its name, such as `:example.org` or `/24`. */
export type Mechanism = {
  qualifier: Qualifier
  name: string
  value: string
  /** The record that `include` refers to; null for other mechanisms, and if it cannot be read. */
  included: SpfRecord | null
}

/** An SPF record with all records that it refers to. */
export type SpfRecord = {
  domain: string
  text: string
  mechanisms: readonly Mechanism[]
  /** The record that decides when nothing matches. */
  redirect: SpfRecord | null
}

/** The record of one domain; `faults` are those of all records that it includes. */
export type SpfReading =
  | { kind: 'read'; record: SpfRecord; lookups: number; faults: readonly string[] }
  | { kind: 'several'; texts: readonly string[] }
  | { kind: 'none' }
  | { kind: 'failed'; problem: string }

/** Maximum number of mechanisms and modifiers that need a lookup, after which receivers stop (RFC 7208 §4.6.4). */
export const MAX_SPF_LOOKUPS = 10
/** Maximum number of terms of one record; receivers also reject a record with that many. */
const MAX_TERMS = 200
const VERSION = /^v=spf1(?: |$)/i
const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)((?:[:/].*)?)$/i
const MODIFIER = /^([a-z][\w.-]*)=(.*)$/i
const NEEDS_LOOKUP: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
/** A part of a value that depends on the email (RFC 7208 §7). */
export const MACRO = /%/

type Walk = { dns: Dns; lookups: number; faults: string[] }

/** Reads the SPF record of a domain and everything it includes, up to the number of lookups that receivers allow. */
export async function readSpf(domain: string, dns: Dns): Promise<SpfReading> {
  const found = await findRecord(domain, dns)
  if (found.kind !== 'one') return found
  const walk: Walk = { dns, lookups: 0, faults: [] }
  const record = await readRecord({ domain, text: found.text, path: [domain] }, walk)
  if (walk.lookups > MAX_SPF_LOOKUPS)
    walk.faults.unshift(`needs more than ${MAX_SPF_LOOKUPS} lookups, so receivers reject it (permerror)`)
  return { kind: 'read', record, lookups: walk.lookups, faults: [...new Set(walk.faults)] }
}

async function findRecord(
  domain: string,
  dns: Dns,
): Promise<{ kind: 'one'; text: string } | Exclude<SpfReading, { kind: 'read' }>> {
  const answer = await dns.texts(domain)
  if (answer.kind !== 'found') return answer.kind === 'none' ? { kind: 'none' } : answer
  const [text, ...others] = answer.records.filter((one) => VERSION.test(one))
  if (text === undefined) return { kind: 'none' }
  return others.length > 0 ? { kind: 'several', texts: [text, ...others] } : { kind: 'one', text }
}

async function readRecord(
  { domain, text, path }: { domain: string; text: string; path: readonly string[] },
  walk: Walk,
): Promise<SpfRecord> {
  const mechanisms: Mechanism[] = []
  let redirect: SpfRecord | null = null
  const terms = text
    .split(/ +/)
    .slice(1)
    .filter((term) => term !== '')
  if (terms.length > MAX_TERMS) walk.faults.push(`${showText(domain)} has more than ${MAX_TERMS} terms`)
  for (const term of terms.slice(0, MAX_TERMS)) {
    const [, sign, name, value = ''] = MECHANISM.exec(term) ?? []
    const [, modifier, target = ''] = name === undefined ? (MODIFIER.exec(term) ?? []) : []
    if (name !== undefined) {
      const lower = name.toLowerCase()
      if (NEEDS_LOOKUP.has(lower)) walk.lookups += 1
      const included = lower === 'include' ? await follow(value.slice(1), path, walk) : null
      mechanisms.push({ qualifier: (sign || '+') as Qualifier, name: lower, value, included })
      // Receivers ignore everything after it.
      if (lower === 'all') return { domain, text, mechanisms, redirect: null }
    } else if (modifier?.toLowerCase() === 'redirect') {
      walk.lookups += 1
      redirect = await follow(target, path, walk)
    } else if (modifier === undefined) {
      walk.faults.push(`has an unknown term, "${showText(term)}"`)
    }
  }
  return { domain, text, mechanisms, redirect }
}

/** Reads the record that another one refers to; null, with a fault, if it cannot be read. */
async function follow(target: string, path: readonly string[], walk: Walk): Promise<SpfRecord | null> {
  const domain = target.toLowerCase().replace(/\.$/, '')
  const fault = (problem: string) => {
    walk.faults.push(`refers to ${showText(domain)}, ${problem}`)
    return null
  }
  if (MACRO.test(domain) || walk.lookups > MAX_SPF_LOOKUPS) return null
  if (path.includes(domain)) return fault('which refers back to itself')
  const found = await findRecord(domain, walk.dns)
  switch (found.kind) {
    case 'none':
      return fault('which has no SPF record')
    case 'several':
      return fault(`which has ${found.texts.length} SPF records`)
    case 'failed':
      return fault(`which cannot be looked up: ${found.problem}`)
    case 'one':
      return readRecord({ domain, text: found.text, path: [...path, domain] }, walk)
  }
}
