import { type Finding, ok, warn } from '../finding.ts'
import type { Dns } from './lookup.ts'
import { showText, showTxt } from './show.ts'
import { changeTag, readTags } from './tags.ts'

const NAME = 'DMARC'
const VERSION = /^v=DMARC1(?:\s*;|\s*$)/i
const POLICIES: readonly string[] = ['none', 'quarantine', 'reject']
/** Maximum number of parent domains that are looked up; receivers also stop after eight lookups. */
const MAX_DOMAINS = 8
const SUGGESTED = 'v=DMARC1; p=none'

/** Domains of an email. `dkim`: domain of the signature; null if the mail server signs. */
export type SenderDomains = {
  from: string
  dkim: string | null
  /** Domain of the envelope sender; null if the provider uses its own. */
  envelope: string | null
}

type DmarcReading =
  | { kind: 'found'; domain: string; text: string; tags: ReadonlyMap<string, string> }
  | { kind: 'several'; domain: string; count: number }
  | { kind: 'none' }
  | { kind: 'failed'; problem: string }

/**
 * Checks the DMARC record (RFC 7489) of the sender's domain, and that a signature or the envelope is aligned with it.
 *
 * The organizational domain is the shortest name among a domain and its parents, except the top-level domain, that has a DMARC
 * record; if none has one, it is the domain itself. Records of registries (RFC 9091: psd=y) do not count.
 */
export async function checkDmarc(domains: SenderDomains, dns: Dns): Promise<Finding[]> {
  const { from } = domains
  const reading = await findPolicy(from, dns)
  switch (reading.kind) {
    case 'failed':
      return [
        warn(
          NAME,
          `${from} cannot be looked up: ${reading.problem}`,
          'run doctor again; then check the name servers of the domain',
        ),
      ]
    case 'none':
      return [
        warn(
          NAME,
          `${from} has no DMARC record, which large providers require`,
          `add ${showTxt(`_dmarc.${from}`, SUGGESTED)}; p=quarantine is better once both SPF and DKIM pass`,
        ),
      ]
    case 'several':
      return [
        warn(
          NAME,
          `_dmarc.${reading.domain} has ${reading.count} DMARC records, so receivers use none of them`,
          `keep one: ${showTxt(`_dmarc.${reading.domain}`, SUGGESTED)}`,
        ),
      ]
    case 'found':
      return [await checkPolicy(reading, domains, dns)]
  }
}

/** Finds the record that applies to a domain: its own, or that of the organizational domain. */
async function findPolicy(domain: string, dns: Dns): Promise<DmarcReading> {
  const own = await readRecord(domain, dns)
  if (own.kind !== 'none') return own
  const above = await findOrganization(domain, dns)
  return above === domain ? own : readRecord(above, dns)
}

async function readRecord(domain: string, dns: Dns): Promise<DmarcReading> {
  const answer = await dns.texts(`_dmarc.${domain}`)
  if (answer.kind !== 'found') return answer.kind === 'none' ? { kind: 'none' } : answer
  const [text, ...others] = answer.records.filter((one) => VERSION.test(one))
  if (text === undefined) return { kind: 'none' }
  if (others.length > 0) return { kind: 'several', domain, count: others.length + 1 }
  return { kind: 'found', domain, text, tags: readTags(text) }
}

async function findOrganization(domain: string, dns: Dns): Promise<string> {
  const labels = domain.split('.')
  const above = labels.map((_, at) => labels.slice(at).join('.')).slice(0, -1)
  for (const candidate of above.slice(-MAX_DOMAINS).reverse()) {
    const reading = await readRecord(candidate, dns)
    const isRegistry = reading.kind === 'found' && reading.tags.get('psd')?.toLowerCase() === 'y'
    if (reading.kind !== 'none' && !isRegistry) return candidate
  }
  return domain
}

async function checkPolicy(
  { domain, text, tags }: Extract<DmarcReading, { kind: 'found' }>,
  domains: SenderDomains,
  dns: Dns,
): Promise<Finding> {
  const { from, dkim, envelope } = domains
  const name = `_dmarc.${domain}`
  const policy = (domain === from ? undefined : tags.get('sp')) ?? tags.get('p') ?? ''
  if (!POLICIES.includes(policy.toLowerCase())) {
    const fix = `replace it with ${showTxt(name, changeTag(text, 'p', 'none'))}`
    return warn(NAME, `${name} has an unknown policy: p=${showText(policy)}`, fix)
  }
  const isAligned = async (other: string, mode: string | undefined) =>
    other === from ||
    (mode?.toLowerCase() !== 's' &&
      (await findOrganization(other, dns)) === (await findOrganization(from, dns)))
  const isSigned = dkim === null ? null : await isAligned(dkim, tags.get('adkim'))
  const isSent = envelope === null ? null : await isAligned(envelope, tags.get('aspf'))

  if (isSigned === false && tags.get('adkim')?.toLowerCase() === 's') {
    const relaxed = showTxt(name, changeTag(text, 'adkim', 'r'))
    const fix = `replace the record with ${relaxed}, or set FORMSLOT_DKIM_DOMAIN to ${from}`
    return warn(NAME, `${name} requires signatures of ${from} itself (adkim=s), but ${dkim} signs`, fix)
  }
  if (isSent === false && isSigned !== true) {
    const fix =
      tags.get('aspf')?.toLowerCase() === 's'
        ? `replace the record with ${showTxt(name, changeTag(text, 'aspf', 'r'))}`
        : `use a bounce address in a subdomain of ${from}`
    return warn(
      NAME,
      `the envelope sender at ${envelope} is not aligned with ${from}, so only a signature counts`,
      fix,
    )
  }
  const parts = [
    `policy ${policy.toLowerCase()}`,
    describe('DKIM', isSigned, 'signed by the mail server'),
    describe('SPF', isSent, "with the provider's envelope sender"),
  ]
  return ok(NAME, `${domain}: ${parts.join('; ')}`)
}

function describe(what: string, isAligned: boolean | null, otherwise: string): string {
  if (isAligned === null) return `${what} ${otherwise}`
  return isAligned ? `${what} aligned` : `${what} not aligned`
}
