import type { Dns } from './lookup.ts'
import { showText } from './show.ts'

export type Qualifier = '+' | '-' | '~' | '?'

/** A mechanism (RFC 7208 §5). `value`: what stands behind its name, such as `:example.org` or `/24`. */
export type Mechanism = {
  qualifier: Qualifier
  name: string
  value: string
  /** The record that `include` names, as far as it can be read. */
  included: SpfRecord | null
}

/** An SPF record with all records that it names. */
export type SpfRecord = {
  domain: string
  text: string
  mechanisms: readonly Mechanism[]
  /** The record that decides when nothing matches. */
  redirect: SpfRecord | null
}

/** The records of one domain; faults are those of the whole tree. */
export type SpfReading =
  | { kind: 'read'; record: SpfRecord; lookups: number; faults: readonly string[] }
  | { kind: 'several'; texts: readonly string[] }
  | { kind: 'none' }
  | { kind: 'failed'; problem: string }

/** Mechanisms and modifiers that need a look-up; receivers stop after so many (RFC 7208 §4.6.4). */
export const MAX_SPF_LOOKUPS = 10
/** Terms of one record; one that large is refused by receivers, too. */
const MAX_TERMS = 200
const VERSION = /^v=spf1(?: |$)/i
const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)((?:[:/].*)?)$/i
const MODIFIER = /^([a-z][\w.-]*)=(.*)$/i
const NEEDS_LOOKUP: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
/** A part of a value that depends on the email (RFC 7208 §7). */
export const MACRO = /%/

type Walk = { dns: Dns; lookups: number; faults: string[] }

/** Reads the SPF record of a domain and all that it includes, up to the number of look-ups that receivers allow. */
export async function readSpf(domain: string, dns: Dns): Promise<SpfReading> {
  const found = await findRecord(domain, dns)
  if (found.kind !== 'one') return found
  const walk: Walk = { dns, lookups: 0, faults: [] }
  const record = await readRecord({ domain, text: found.text, path: [domain] }, walk)
  if (walk.lookups > MAX_SPF_LOOKUPS)
    walk.faults.unshift(`needs more than ${MAX_SPF_LOOKUPS} look-ups, so receivers reject it (permerror)`)
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
      // Receivers ignore what stands behind it.
      if (lower === 'all') return { domain, text, mechanisms, redirect: null }
    } else if (modifier?.toLowerCase() === 'redirect') {
      walk.lookups += 1
      redirect = await follow(target, path, walk)
    } else if (modifier === undefined) {
      walk.faults.push(`has a term that does not exist, "${showText(term)}"`)
    }
  }
  return { domain, text, mechanisms, redirect }
}

/** Reads the record that another one names; null, with a fault, when that cannot be done. */
async function follow(target: string, path: readonly string[], walk: Walk): Promise<SpfRecord | null> {
  const domain = target.toLowerCase().replace(/\.$/, '')
  const fault = (problem: string) => {
    walk.faults.push(`names ${showText(domain)}, ${problem}`)
    return null
  }
  if (MACRO.test(domain) || walk.lookups > MAX_SPF_LOOKUPS) return null
  if (path.includes(domain)) return fault('which names itself again')
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
