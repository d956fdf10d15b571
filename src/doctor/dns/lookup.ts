import type { MxRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { SECOND } from '../../domain/time.ts'

/** Records of one type and name. `none`: a name server says that there are none. `failed`: no name server gave an answer. */
export type Answer<Found> =
  | { kind: 'found'; records: readonly Found[] }
  | { kind: 'none'; nameExists: boolean }
  | { kind: 'failed'; problem: string }

/** Looks up records, each one once. Names and texts come from strangers: show them only with `showText`. */
export type Dns = {
  /** TXT: each record as one text. */
  texts(name: string): Promise<Answer<string>>
  /** A and AAAA. */
  addresses(name: string): Promise<Answer<string>>
  /** MX, in order of preference. */
  mailServers(name: string): Promise<Answer<MxRecord>>
  /** PTR. */
  names(address: string): Promise<Answer<string>>
  [Symbol.dispose](): void
}

const TIMEOUT_MS = 2 * SECOND
const TRIES = 2
/** Maximum time for all lookups together. */
const TOTAL_MS = 20 * SECOND
/** Maximum number of lookups in one run; an ordinary domain needs 20. */
const MAX_LOOKUPS = 200
/** Maximum number of records of one answer, and of characters of one record, that are read. */
const MAX_RECORDS = 100
const MAX_RECORD_CHARACTERS = 8192

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/
/** Error codes of c-ares for a name that does not exist, and for a name without records of this type. */
const NO_NAME = 'ENOTFOUND'
const NO_RECORD = 'ENODATA'
const TIMED_OUT = 'no name server answered in time'
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ESERVFAIL', 'the name server failed (SERVFAIL)'],
  ['EREFUSED', 'the name server refused to answer (REFUSED)'],
  ['ETIMEOUT', TIMED_OUT],
  ['ECANCELLED', TIMED_OUT],
  ['ECONNREFUSED', 'no name server answers'],
  ['EBADRESP', 'the name server sent a malformed answer'],
])

/**
 * Opens a resolver.
 *
 * @param nameServers IP addresses, optionally with ports; those of the machine if omitted
 * @param totalMs maximum time for all lookups together, in milliseconds
 */
export function openDns(nameServers?: readonly string[], totalMs = TOTAL_MS): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (nameServers) resolver.setServers(nameServers)
  const known = new Map<string, Promise<Answer<never>>>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, totalMs)

  /** Looks up a record once, within the limits of number and time. */
  function once<Found>(
    type: string,
    name: string,
    look: () => Promise<readonly Found[]>,
  ): Promise<Answer<Found>> {
    const key = `${type} ${name}`
    const earlier = known.get(key)
    if (earlier) return earlier
    if (isOver) return Promise.resolve({ kind: 'failed', problem: TIMED_OUT })
    if (known.size >= MAX_LOOKUPS)
      return Promise.resolve({ kind: 'failed', problem: 'there are too many names' })
    const answer = toAnswer(look)
    known.set(key, answer as Promise<Answer<never>>)
    return answer
  }

  async function addresses(name: string): Promise<Answer<string>> {
    const families = await Promise.all([
      once('A', name, () => resolver.resolve4(name)),
      once('AAAA', name, () => resolver.resolve6(name)),
    ])
    const records = families.flatMap((family) => (family.kind === 'found' ? family.records : []))
    if (records.length > 0) return { kind: 'found', records }
    const failed = families.find(({ kind }) => kind === 'failed')
    if (failed) return failed
    return {
      kind: 'none',
      nameExists: families.some((family) => family.kind === 'none' && family.nameExists),
    }
  }

  const ifName = <Found>(text: string, look: (name: string) => Promise<Answer<Found>>) => {
    const name = text.toLowerCase().replace(/\.$/, '')
    return NAME.test(name)
      ? look(name)
      : Promise.resolve({ kind: 'failed' as const, problem: 'it is not a domain name' })
  }
  return {
    texts: (text) =>
      ifName(text, (name) =>
        once('TXT', name, async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
      ),
    addresses: (text) => ifName(text, addresses),
    mailServers: (text) =>
      ifName(text, (name) =>
        once('MX', name, async () =>
          (await resolver.resolveMx(name)).sort((one, other) => one.priority - other.priority),
        ),
      ),
    // NOTE: `resolver.reverse` reads the hosts file, and does not distinguish SERVFAIL from no record.
    names: (address) => once('PTR', address, () => resolver.resolvePtr(toArpa(address))),
    [Symbol.dispose]() {
      clearTimeout(timer)
      resolver.cancel()
    },
  }
}

/** Returns the domain name under which the names of an IP address are looked up (RFC 1035 §3.5, RFC 3596 §2.5). */
export function toArpa(address: string): string {
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().reverse().join('.')}.in-addr.arpa`
  const digits = Buffer.from(parsed.toByteArray()).toString('hex')
  return `${[...digits].reverse().join('.')}.ip6.arpa`
}

async function toAnswer<Found>(look: () => Promise<readonly Found[]>): Promise<Answer<Found>> {
  try {
    const records = await look()
    if (records.length === 0) return { kind: 'none', nameExists: true }
    return { kind: 'found', records: records.slice(0, MAX_RECORDS).map(shorten) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error
    if (code === NO_NAME || code === NO_RECORD) return { kind: 'none', nameExists: code === NO_RECORD }
    return { kind: 'failed', problem: PROBLEMS.get(code) ?? `the lookup failed (${code})` }
  }
}

function shorten<Found>(record: Found): Found {
  return typeof record === 'string' ? (record.slice(0, MAX_RECORD_CHARACTERS) as Found) : record
}
