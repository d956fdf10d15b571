import type { MxRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { SECOND } from '../../domain/time.ts'

/** Records of one type and name. `none`: a name server said so; `failed`: nobody knows. */
export type Answer<Found> =
  | { kind: 'found'; records: readonly Found[] }
  | { kind: 'none'; nameExists: boolean }
  | { kind: 'failed'; problem: string }

/** Looks records up, each once. Names and texts are as strangers wrote them: show them with `showText` alone. */
export type Dns = {
  /** TXT: each record as one text. */
  texts(name: string): Promise<Answer<string>>
  /** A and AAAA. */
  addresses(name: string): Promise<Answer<string>>
  /** MX, the first to be tried first. */
  mailServers(name: string): Promise<Answer<MxRecord>>
  /** PTR. */
  names(address: string): Promise<Answer<string>>
  [Symbol.dispose](): void
}

const TIMEOUT_MS = 2 * SECOND
const TRIES = 2
/** Time for all look-ups together. */
const TOTAL_MS = 20 * SECOND
/** Look-ups of one run; an ordinary domain needs 20. */
const MAX_LOOKUPS = 200
/** Records of one answer, and characters of one record, that are looked at. */
const MAX_RECORDS = 100
const MAX_RECORD_CHARACTERS = 8192

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/
/** Codes of c-ares by which a name server says that there is nothing: of the whole name, and of this type. */
const NO_NAME = 'ENOTFOUND'
const NO_RECORD = 'ENODATA'
const IN_TIME = 'no name server answered in time'
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ESERVFAIL', 'the name server failed (SERVFAIL)'],
  ['EREFUSED', 'the name server refused to answer (REFUSED)'],
  ['ETIMEOUT', IN_TIME],
  ['ECANCELLED', IN_TIME],
  ['ECONNREFUSED', 'no name server answers'],
  ['EBADRESP', 'the name server sent a malformed answer'],
])

/**
 * @param nameServers IP addresses, with ports; those of the machine when omitted
 * @param totalMs time for all look-ups together
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

  /** Looks a record up once, and no more of them than are allowed. */
  function once<Found>(
    type: string,
    name: string,
    look: () => Promise<readonly Found[]>,
  ): Promise<Answer<Found>> {
    const key = `${type} ${name}`
    const earlier = known.get(key)
    if (earlier) return earlier
    if (isOver) return Promise.resolve({ kind: 'failed', problem: IN_TIME })
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
      : Promise.resolve({ kind: 'failed' as const, problem: 'it is no domain name' })
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
    // NOTE: `resolver.reverse` reads the file hosts, and cannot tell SERVFAIL from no record.
    names: (address) => once('PTR', address, () => resolver.resolvePtr(toArpa(address))),
    [Symbol.dispose]() {
      clearTimeout(timer)
      resolver.cancel()
    },
  }
}

/** Returns the name under which the names of an address are looked up. */
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
    return { kind: 'failed', problem: PROBLEMS.get(code) ?? `the look-up failed (${code})` }
  }
}

function shorten<Found>(record: Found): Found {
  return typeof record === 'string' ? (record.slice(0, MAX_RECORD_CHARACTERS) as Found) : record
}
