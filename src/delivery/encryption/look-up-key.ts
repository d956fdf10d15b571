import { createHash } from 'node:crypto'
import { type EmailKeyReading, MAX_EMAIL_KEY_BYTES } from '../../domain/accounts/email-key.ts'
import type { Egress } from '../egress/egress.ts'
import type { Encryptor } from './encryptor.ts'

/** Digits of z-base-32, the most common ones first (Zooko O'Whielacronx). */
const DIGITS = 'ybndrfg8ejkmcpqxot1uwisza345h769'
const BITS_PER_DIGIT = 5n
const DIGITS_OF_SHA1 = 32
const ANSWERED = 200

/**
 * Asks the Web Key Directory of an address for its key: first at the `openpgpkey.` subdomain, then at the domain itself
 * (draft-koch-openpgp-webkey-service, §3.1, advanced and direct method). Returns null if neither has one.
 */
export async function lookUpKey(
  address: string,
  deps: { egress: Pick<Egress, 'send'>; reader: Pick<Encryptor, 'readFound'>; userAgent: string; now: Date },
): Promise<EmailKeyReading | null> {
  const { egress, reader, userAgent, now } = deps
  for (const url of listDirectoryUrls(address)) {
    const answer = await egress.send({
      url,
      method: 'GET',
      headers: { 'user-agent': userAgent, accept: 'application/octet-stream' },
      body: null,
    })
    if (answer.kind !== 'answered' || answer.status !== ANSWERED || answer.body.length === 0) continue
    // An answer that fills its limit was cut off.
    if (answer.body.length >= MAX_EMAIL_KEY_BYTES) return { kind: 'refused', fault: 'too_large' }
    return reader.readFound(answer.body, address, now)
  }
  return null
}

/** Lists the URLs at which a key directory may have the key of an email address. */
export function listDirectoryUrls(address: string): [advanced: string, direct: string] {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1).toLowerCase()
  const name = `hu/${toDirectoryName(local)}?l=${encodeURIComponent(local)}`
  return [
    `https://openpgpkey.${domain}/.well-known/openpgpkey/${domain}/${name}`,
    `https://${domain}/.well-known/openpgpkey/${name}`,
  ]
}

/** Returns the name of a key in its directory: the SHA-1 hash of the lower-case local part, in z-base-32. */
function toDirectoryName(local: string): string {
  const hash = createHash('sha1').update(local.toLowerCase()).digest('hex')
  let rest = BigInt(`0x${hash}`)
  let name = ''
  for (let digit = 0; digit < DIGITS_OF_SHA1; digit += 1) {
    name = DIGITS[Number(rest & 31n)] + name
    rest >>= BITS_PER_DIGIT
  }
  return name
}
