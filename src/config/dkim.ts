import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Parsed, Reading } from './reading.ts'
import type { SettingName } from './settings.ts'

/** Key that emails are signed with, RFC 6376. */
export type DkimKey = { domain: string; selector: string; privateKey: string }

/** Verifiers must not accept shorter RSA keys: RFC 8301 §3.2. */
const MIN_RSA_BITS = 1024
const PARTS: readonly SettingName[] = ['FORMSLOT_DKIM_DOMAIN', 'FORMSLOT_DKIM_SELECTOR', 'FORMSLOT_DKIM_KEY']

/** Reads all three settings or none; a partial key is a fault that names the missing ones. */
export function readDkim(reading: Reading): DkimKey | null {
  const domain = reading.optional('FORMSLOT_DKIM_DOMAIN', parseDomain)
  const selector = reading.optional('FORMSLOT_DKIM_SELECTOR', parseSelector)
  const privateKey = reading.optional('FORMSLOT_DKIM_KEY', parseKey)
  const missing = PARTS.filter((name) => !reading.given(name))
  if (missing.length < PARTS.length) {
    for (const name of missing) reading.addFault(name, 'is missing; DKIM needs all three of its settings')
  }
  return domain && selector && privateKey ? { domain, selector, privateKey } : null
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, 'i')
const SELECTOR = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'i')

function parseDomain(text: string): Parsed<string> {
  return DOMAIN.test(text)
    ? { kind: 'ok', value: text.toLowerCase() }
    : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

function parseSelector(text: string): Parsed<string> {
  return SELECTOR.test(text)
    ? { kind: 'ok', value: text }
    : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

function parseKey(text: string): Parsed<string> {
  const pem = text.replaceAll('\\n', '\n')
  const key = parsePrivateKey(pem)
  if (!key) return { kind: 'fault', problem: 'is not a private key in PEM form, or has a passphrase' }
  if (key.asymmetricKeyType !== 'rsa') {
    // NOTE: Nodemailer signs with RSA only and would send emails unsigned with any other key, silently.
    return {
      kind: 'fault',
      problem: `is a key of type ${key.asymmetricKeyType}; emails are signed with RSA`,
    }
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < MIN_RSA_BITS) return { kind: 'fault', problem: `is an RSA key of only ${bits} bits` }
  return { kind: 'ok', value: pem }
}

function parsePrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    // OpenSSL has a code for every kind of malformed key; they all mean the same to the operator.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
