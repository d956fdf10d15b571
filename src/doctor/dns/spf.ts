import { type Finding, ok, warn } from '../finding.ts'
import type { Dns } from './lookup.ts'
import type { Provider, Relay } from './relay.ts'
import { showText, showTxt } from './show.ts'
import { evaluateSpf, type SpfResult } from './spf-evaluate.ts'
import { MAX_SPF_LOOKUPS, type Mechanism, readSpf, type SpfReading, type SpfRecord } from './spf-record.ts'

const NAME = 'SPF'

/** Checks the SPF record (RFC 7208) of a domain that the mail server sends for. */
export async function checkSpf(domain: string, relay: Relay, dns: Dns): Promise<Finding[]> {
  const reading = await readSpf(domain, dns)
  switch (reading.kind) {
    case 'failed':
      return [
        warn(
          NAME,
          `${domain} cannot be looked up: ${reading.problem}`,
          'run doctor again; then check the name servers of the domain',
        ),
      ]
    case 'none':
      if (relay.provider && relay.provider.include === null)
        return [ok(NAME, `${domain} has no record and needs none: ${describeEnvelope(relay.provider)}`)]
      return [warn(NAME, `${domain} has no SPF record`, `add ${showTxt(domain, suggest(relay))}`)]
    case 'several': {
      const merged = merge(reading.texts)
      const message = `${domain} has ${reading.texts.length} SPF records, so receivers use none of them`
      return [warn(NAME, message, `replace them with ${showTxt(domain, merged)}`)]
    }
    case 'read':
      return checkRecord(reading, relay, dns)
  }
}

async function checkRecord(
  { record, lookups, faults }: Extract<SpfReading, { kind: 'read' }>,
  relay: Relay,
  dns: Dns,
): Promise<Finding[]> {
  const { domain } = record
  const findings = faults.map((fault) =>
    warn(NAME, `the record of ${domain} ${fault}`, `correct ${showTxt(domain, record.text)}`),
  )
  const end = findEnd(record)
  const weak = describeEnd(end)
  if (weak)
    findings.push(
      warn(NAME, `the record of ${domain} ${weak}`, `replace it with ${showTxt(domain, closeEnd(record))}`),
    )
  const permission = await checkPermission(record, relay, dns)
  if (permission.status === 'warn') return [...findings, permission]
  if (findings.length > 0) return findings
  const summary = `${domain}: ${lookups} of ${MAX_SPF_LOOKUPS} lookups, ends in ${end}all`
  return [ok(NAME, `${summary}; ${permission.message}`)]
}

/** Returns the qualifier of `all`, in this record or in the one that it redirects to; null if there is none. */
function findEnd({ mechanisms, redirect }: SpfRecord): Mechanism['qualifier'] | null {
  const all = mechanisms.find(({ name }) => name === 'all')
  if (all) return all.qualifier
  return redirect ? findEnd(redirect) : null
}

function describeEnd(end: Mechanism['qualifier'] | null): string | null {
  switch (end) {
    case '-':
    case '~':
      return null
    case '+':
      return 'ends in +all, which lets anybody send for it'
    case '?':
      return 'ends in ?all, which stops nobody from sending for it'
    case null:
      return 'does not end in all, so it stops nobody from sending for it'
  }
}

/** Checks whether the mail server may send for the domain, as far as its records say. */
async function checkPermission(record: SpfRecord, relay: Relay, dns: Dns): Promise<Finding> {
  const { host, provider, addresses } = relay
  const { domain } = record
  if (provider && provider.include === null) return ok(NAME, describeEnvelope(provider))
  if (provider?.include) {
    if (includes(record, provider.include)) return ok(NAME, `includes ${provider.name}`)
    const fix = `replace it with ${showTxt(domain, addTerm(record.text, `include:${provider.include}`))}`
    return warn(
      NAME,
      `the record of ${domain} does not include ${provider.name}, which sends the emails`,
      fix,
    )
  }
  if (addresses.length === 0)
    return ok(NAME, `unknown whether it allows ${host}, whose public address is not known here`)
  const results = await Promise.all(addresses.map((address) => evaluateSpf(record, address, dns)))
  const refused = addresses.filter((_, at) => isRefused(results[at]))
  if (refused.length > 0) {
    const terms = refused.map(toTerm).join(' ')
    const fix = `if it sends from there, replace it with ${showTxt(domain, addTerm(record.text, terms))}`
    return warn(NAME, `the record of ${domain} does not allow ${host} (${refused.join(', ')})`, fix)
  }
  const sure = results.every((result) => result === 'pass')
  return ok(NAME, `${sure ? 'allows' : 'unknown whether it allows'} ${host} (${addresses.join(', ')})`)
}

function describeEnvelope({ name }: Provider): string {
  return `${name} uses its own envelope sender, whose record counts`
}

function isRefused(result: SpfResult | undefined): boolean {
  return result === 'fail' || result === 'softfail' || result === 'neutral'
}

function includes({ mechanisms, redirect }: SpfRecord, domain: string): boolean {
  const isIncluded = mechanisms.some(
    ({ name, value, included }) =>
      name === 'include' &&
      (value.slice(1).toLowerCase() === domain || (included && includes(included, domain))),
  )
  return isIncluded || (redirect !== null && includes(redirect, domain))
}

/** Returns a suggested record for a domain that has none. */
function suggest({ host, provider, addresses }: Relay): string {
  if (provider?.include) return `v=spf1 include:${provider.include} ~all`
  // Of a mail server in a private network, only its operator knows the address.
  const terms = addresses.length > 0 ? addresses.map(toTerm) : [`a:${showText(host)}`]
  return `v=spf1 ${terms.join(' ')} -all`
}

function toTerm(address: string): string {
  return `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`
}

function addTerm(text: string, term: string): string {
  return text.replace(/^v=spf1/i, `v=spf1 ${term}`)
}

/** Returns the text with `~all` at its end; a redirect becomes an include, because nothing redirects after `all`. */
function closeEnd({ text }: SpfRecord): string {
  const terms = text.split(/ +/).filter((term) => term !== '')
  const end = terms.findIndex((term) => /^[+\-~?]?all$/i.test(term))
  const kept = terms
    .slice(0, end < 0 ? terms.length : end)
    .map((term) => term.replace(/^redirect=/i, 'include:'))
  return [...kept, '~all'].join(' ')
}

function merge(texts: readonly string[]): string {
  const terms = texts
    .flatMap((text) => text.split(/ +/).slice(1))
    .filter((term) => !/^[+\-~?]?all$/i.test(term))
  return ['v=spf1', ...new Set(terms.filter((term) => term !== '')), '~all'].join(' ')
}
