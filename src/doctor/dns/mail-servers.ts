import { type Finding, ok, warn } from '../finding.ts'
import type { Dns } from './lookup.ts'
import { showText, showTxt } from './show.ts'
import { readTags } from './tags.ts'

const BOUNCE_NAME = 'bounce domain'
const STS_NAME = 'MTA-STS'
/** Maximum number of mail servers that are checked. */
const MAX_MAIL_SERVERS = 5
const LOOK_AGAIN = 'run doctor again; then check the name servers of the domain'

/** Checks that bounces can be received: their domain has mail servers whose names have addresses. */
export async function checkBounceDomain(
  domain: string,
  { host, dns }: { host: string; dns: Dns },
): Promise<Finding[]> {
  const record = `${domain} MX 10 ${host}.`
  const answer = await dns.mailServers(domain)
  if (answer.kind === 'failed')
    return [warn(BOUNCE_NAME, `the MX of ${domain} cannot be looked up: ${answer.problem}`, LOOK_AGAIN)]
  if (answer.kind === 'none')
    return [
      warn(
        BOUNCE_NAME,
        `${domain} has no MX, so bounces cannot be delivered`,
        `add ${record}, with the name of the server that receives them`,
      ),
    ]
  const servers = answer.records.map(({ exchange }) => exchange).slice(0, MAX_MAIL_SERVERS)
  if (servers.includes('')) {
    const fix = `replace it with ${record}, with the name of the server that receives them`
    return [warn(BOUNCE_NAME, `${domain} accepts no email (null MX), so bounces cannot be delivered`, fix)]
  }
  const found = await Promise.all(servers.map((server) => dns.addresses(server)))
  const lost = servers.filter((_, at) => found[at]?.kind === 'none')
  if (lost.length > 0) {
    const names = lost.map(showText).join(', ')
    const fix = `add ${lost.map((name) => `${showText(name)} A`).join(', ')} with its address, or correct the MX of ${domain}`
    return [warn(BOUNCE_NAME, `${names}, the MX of ${domain}, has no address`, fix)]
  }
  return [ok(BOUNCE_NAME, `${domain} receives at ${servers.map(showText).join(', ')}`)]
}

/** Checks the MTA-STS records (RFC 8461) of a domain that receives email. They are optional. */
export async function checkMtaSts(domain: string, dns: Dns): Promise<Finding[]> {
  const servers = await dns.mailServers(domain)
  if (servers.kind !== 'found') return []
  const name = `_mta-sts.${domain}`
  const answer = await dns.texts(name)
  if (answer.kind === 'failed')
    return [warn(STS_NAME, `${name} cannot be looked up: ${answer.problem}`, LOOK_AGAIN)]
  const records = answer.kind === 'found' ? answer.records.filter((one) => /^v=STSv1\s*;/.test(one)) : []
  const [record] = records
  if (record === undefined)
    return [ok(STS_NAME, `${domain} has none, so other servers may send to it without TLS`)]
  const suggested = showTxt(name, 'v=STSv1; id=1')
  if (records.length > 1)
    return [
      warn(
        STS_NAME,
        `${name} has ${records.length} records, so senders use none of them`,
        `keep one: ${suggested}`,
      ),
    ]
  if (!/^[a-z0-9]{1,32}$/i.test(readTags(record).get('id') ?? ''))
    return [warn(STS_NAME, `${name} has no id of 1 to 32 letters and digits`, `replace it with ${suggested}`)]
  const host = `mta-sts.${domain}`
  const policy = await dns.addresses(host)
  if (policy.kind === 'none')
    return [
      warn(
        STS_NAME,
        `${host} has no address, so nobody can fetch the policy`,
        `add ${host} A with the address of its web server, or remove ${name}`,
      ),
    ]
  return [
    ok(STS_NAME, `${name} has an id; the policy is a file at https://${host}/, which is not checked here`),
  ]
}
