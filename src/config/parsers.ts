import { z } from 'zod'
import {
  getMailboxDomain,
  mailboxIdentity,
  readDomain,
  readPlainAddress,
} from '../domain/accounts/mailbox.ts'
import type { Parsed } from './reading.ts'

/** Creates a parser of whole numbers, both bounds included. */
export function wholeNumber(bounds: { from: number; to: number }): (text: string) => Parsed<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= bounds.from && number <= bounds.to) return { kind: 'ok', value: number }
    return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  }
}

/** Creates a parser of a closed list of words. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Parsed<Word> {
  return (text) => {
    const word = words.find((known) => known === text)
    return word ? { kind: 'ok', value: word } : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  }
}

/** Parses `1` or `0`. */
export function parseSwitch(text: string): Parsed<boolean> {
  if (text === '1' || text === '0') return { kind: 'ok', value: text === '1' }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Parses domains separated by commas into those of canonical addresses. */
export function parseMailDomains(text: string): Parsed<ReadonlySet<string>> {
  const given = text.split(',').map((domain) => domain.trim())
  const domains = given.map(readDomain)
  const wrong = given.find((_, index) => domains[index] === null)
  if (wrong !== undefined) {
    return { kind: 'fault', problem: `contains ${JSON.stringify(wrong)}, which is not a domain` }
  }
  return { kind: 'ok', value: new Set(given.map((domain) => getMailboxDomain(`any@${readDomain(domain)}`))) }
}

/** Parses email addresses separated by commas into the identities of their accounts. */
export function parseAddresses(text: string): Parsed<ReadonlySet<string>> {
  const given = text.split(',').map((address) => address.trim())
  const wrong = given.find((address) => readPlainAddress(address) === null)
  if (wrong !== undefined) {
    return { kind: 'fault', problem: `contains ${JSON.stringify(wrong)}, which is not an email address` }
  }
  return {
    kind: 'ok',
    value: new Set(given.map((address) => mailboxIdentity(readPlainAddress(address) ?? ''))),
  }
}

const MAX_CONTACT_LENGTH = 500
const emailAddress = z.email().max(254)

/** Parses an email address or an https URL into the URI that security.txt names (RFC 9116 §2.5.3). */
export function parseSecurityContact(text: string): Parsed<string> {
  if (emailAddress.safeParse(text).success) return { kind: 'ok', value: `mailto:${text}` }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' && url.username === '' && text.length <= MAX_CONTACT_LENGTH) {
    return { kind: 'ok', value: url.href }
  }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Sender of every email. */
export type Sender = { name: string; address: string }

/** Default sender of emails that go to the embedded mailbox. */
export const LOCAL_SENDER: Sender = { name: 'Formslot', address: 'formslot@localhost' }

const MAX_NAME_LENGTH = 100

/** Parses `address` or `Name <address>`; the name may be in quotes. */
export function parseSender(text: string): Parsed<Sender> {
  const [, quoted, plain, bracketed] = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const address = emailAddress.safeParse(bracketed ?? text)
  if (!address.success) return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  if (/\p{Cc}/u.test(name) || name.length > MAX_NAME_LENGTH) {
    return { kind: 'fault', problem: 'has a name with control characters, or one longer than 100 characters' }
  }
  return { kind: 'ok', value: { name: name || LOCAL_SENDER.name, address: address.data } }
}
