import { createPublicKey, type KeyObject } from 'node:crypto'
import type { DkimKey } from '../../config/dkim.ts'
import { type Finding, ok, warn } from '../finding.ts'
import type { Dns } from './lookup.ts'
import { showTxt } from './show.ts'
import { readTags } from './tags.ts'

const NAME = 'DKIM'
/** Recommended minimum size of keys, in bits (RFC 8301 §3.2). */
const MIN_BITS = 2048
const NEW_KEY = `generate a key (openssl genrsa -out dkim.pem ${MIN_BITS}), publish it under a new selector, then change FORMSLOT_DKIM_SELECTOR and FORMSLOT_DKIM_KEY_FILE`

/** Checks that the public key of the signatures (RFC 6376 §3.6.1) is published and matches the private key. */
export async function checkDkim(dkim: DkimKey, dns: Dns): Promise<Finding[]> {
  const name = `${dkim.selector.toLowerCase()}._domainkey.${dkim.domain}`
  const key = createPublicKey(dkim.privateKey)
  const record = showTxt(name, toRecord(key))
  const answer = await dns.texts(name)
  if (answer.kind === 'failed')
    return [
      warn(
        NAME,
        `${name} cannot be looked up: ${answer.problem}`,
        'run doctor again; then check the name servers of the domain',
      ),
    ]
  if (answer.kind === 'none')
    return [warn(NAME, `${name} has no record, so every signature fails`, `add ${record}`)]
  if (answer.records.length > 1)
    return [
      warn(
        NAME,
        `${name} has ${answer.records.length} records, so signatures fail at random`,
        `keep ${record}`,
      ),
    ]
  const fault = findFault(readTags(answer.records[0] ?? ''), key)
  if (fault) return [warn(NAME, `the record ${name} ${fault}`, `replace it with ${record}`)]
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < MIN_BITS
    ? [warn(NAME, `the key has ${bits} bits; receivers expect ${MIN_BITS}`, NEW_KEY)]
    : [ok(NAME, `${name} has the public key, ${bits} bits`)]
}

function findFault(tags: ReadonlyMap<string, string>, key: KeyObject): string | null {
  const list = (name: string) =>
    tags
      .get(name)
      ?.toLowerCase()
      .split(':')
      .map((one) => one.trim())
  const published = tags.get('p')
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return 'is not a DKIM record: v= is not DKIM1'
  if (published === undefined) return 'has no key: p= is missing'
  if (published === '') return 'says that the key is revoked: p= is empty'
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== 'rsa') return 'has a key that is not RSA'
  if (!isSameKey(published, key))
    return 'has a public key that does not match FORMSLOT_DKIM_KEY, so every signature fails'
  if (list('h')?.includes('sha256') === false) return 'does not allow SHA-256: h='
  if (list('s')?.some((service) => service === '*' || service === 'email') === false)
    return 'is not for email: s='
  return list('t')?.includes('y')
    ? 'says that DKIM is only being tested (t=y), so receivers ignore the signatures'
    : null
}

function isSameKey(published: string, key: KeyObject): boolean {
  const der = Buffer.from(published.replace(/\s/g, ''), 'base64')
  return (['spki', 'pkcs1'] as const).some((type) => key.export({ type, format: 'der' }).equals(der))
}

function toRecord(key: KeyObject): string {
  return `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
}
