export const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64
const MAX_DOMAIN_LENGTH = 253
/** The dot-atom of RFC 5322 §3.2.3: no quotes, no comments, ASCII only. */
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN_CHARACTERS = /^(?:[A-Za-z0-9.-]|[^\0-\x7f])+$/
const PLAIN_ASCII = /^[A-Za-z0-9.-]+$/
/** Control, format, unassigned and space characters: URL drops some of them silently (UTS #46). */
const INVISIBLE = /[\p{C}\p{Z}]/u
/** NOTE: URL checks `xn--` labels only in hosts that are not all ASCII; this label is prepended for that. */
const NOT_ASCII = 'ü.'
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const GMAIL_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * Reads exactly one plain address: a dot-atom, an @, and a domain with a dot.
 * Returns it with the domain as lower-case A-labels and the local part untouched, or null.
 */
export function readPlainAddress(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (local.length === 0 || local.length > MAX_LOCAL_PART_LENGTH || !DOT_ATOM.test(local)) return null
  const domain = readDomain(text.slice(at + 1))
  const address = domain === null ? null : `${local}@${domain}`
  return address === null || address.length > MAX_ADDRESS_LENGTH ? null : address
}

/** Reads a host name with a dot and returns it as lower-case A-labels (RFC 5891); null for literals, ports and all else. */
export function readDomain(text: string): string | null {
  if (text.length > MAX_DOMAIN_LENGTH || !DOMAIN_CHARACTERS.test(text) || INVISIBLE.test(text)) return null
  const domain = toAscii(text)
  if (domain === null || domain.length > MAX_DOMAIN_LENGTH) return null
  const labels = domain.split('.')
  if (labels.length < 2) return null
  if (!labels.every((label) => LABEL.test(label))) return null
  // A numeric last label is an IPv4 address or nothing (RFC 3696 §2; hexadecimal too: URL Standard, "ends in a number").
  return /^(?:[0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? null : domain
}

/** Returns a host name in lower-case A-labels; null for one that has none. */
function toAscii(text: string): string | null {
  // Parsing a URL takes several times as long, and changes nothing else about such a name.
  if (PLAIN_ASCII.test(text) && !/xn--/i.test(text)) return text.toLowerCase()
  const host = URL.parse(`http://${NOT_ASCII}${text}`)?.hostname
  return host ? host.slice(host.indexOf('.') + 1) : null
}

/** Returns the form of an address that email budgets and suppressions use: lower case, no tag, no Gmail dots. */
export function canonicalMailbox(address: string): string {
  const [local, domain] = parts(address.toLowerCase())
  const untagged = local.split('+')[0] || local
  if (!GMAIL_DOMAINS.includes(domain)) return `${untagged}@${domain}`
  return `${untagged.replaceAll('.', '')}@gmail.com`
}

/** Returns the domain of the canonical form of an address. */
export function getMailboxDomain(address: string): string {
  return parts(canonicalMailbox(address))[1]
}

/** Returns the form of an address that identifies an account: tags and dots distinguish accounts, case does not. */
export function mailboxIdentity(address: string): string {
  return address.toLowerCase()
}

/** Masks `jane@acme.org` as `j***@a***.org`: enough to recognize one's own address, too little to write to. */
export function mailboxHint(address: string): string {
  const [local, domain] = parts(address)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`
}

function parts(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
