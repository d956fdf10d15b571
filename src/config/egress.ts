import { LAST_PORT } from './listen-address.ts'
import { parseSwitch } from './parsers.ts'
import type { Parsed, Reading } from './reading.ts'
import { parseTrustList } from './trust-list.ts'

/** The addresses that destinations may have: what `createEgress` takes. */
export type EgressConfig = {
  /** CIDR ranges that are not public and may be reached all the same, also by http. */
  allowed: readonly string[]
  ports: readonly number[]
  /** true: public addresses may be reached by http, too. */
  http: boolean
  /** Address of the proxy that opens the connections, with its login; null: none. */
  proxy: string | null
}

/** Reads the settings of the door to other servers. */
export function readEgress(reading: Reading): EgressConfig {
  const proxy = reading.optional('FORMSLOT_EGRESS_PROXY', parseProxyUrl)
  if (proxy !== null && reading.given('FORMSLOT_EGRESS_ALLOW')) {
    reading.addFault(
      'FORMSLOT_EGRESS_ALLOW',
      'has no effect with FORMSLOT_EGRESS_PROXY, which decides which addresses may be reached; remove one of them',
    )
  }
  return {
    allowed: reading.value('FORMSLOT_EGRESS_ALLOW', parseRanges),
    ports: reading.value('FORMSLOT_EGRESS_PORTS', parsePorts),
    http: reading.value('FORMSLOT_EGRESS_HTTP', parseSwitch),
    proxy,
  }
}

function parseRanges(text: string): Parsed<readonly string[]> {
  const parsed = parseTrustList(text)
  return parsed.kind === 'ok'
    ? { kind: 'ok', value: parsed.ranges }
    : { kind: 'fault', problem: parsed.fault }
}

/** Parses ports separated by commas. */
export function parsePorts(text: string): Parsed<readonly number[]> {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !/^[1-9]\d{0,4}$/.test(entry) || Number(entry) > LAST_PORT)
  if (wrong !== undefined) {
    return { kind: 'fault', problem: `contains ${JSON.stringify(wrong)}, which is not a port` }
  }
  return { kind: 'ok', value: [...new Set(entries.map(Number))] }
}

/** Parses the address of a proxy. No problem repeats any of the text, which may contain a password. */
export function parseProxyUrl(text: string): Parsed<string> {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url) return { kind: 'fault', problem: 'is not an http or https address' }
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return { kind: 'fault', problem: 'has text after the port, which Formslot would ignore' }
  }
  return { kind: 'ok', value: url.href }
}
