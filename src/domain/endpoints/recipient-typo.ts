/** Mail providers that people mistype. Those with short names are left out: too many real domains are one letter away. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.de',
  'hotmail.es',
  'hotmail.fr',
  'hotmail.it',
  'outlook.com',
  'outlook.de',
  'outlook.es',
  'outlook.fr',
  'yahoo.com',
  'yahoo.co.jp',
  'yahoo.co.uk',
  'yahoo.de',
  'yahoo.es',
  'yahoo.fr',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'yandex.ru',
  't-online.de',
  'freenet.de',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'libero.it',
  'comcast.net',
  'verizon.net',
  'btinternet.com',
]
/** Real domains one letter away from a provider. */
const REAL_NEIGHBORS: ReadonlySet<string> = new Set([
  'gail.com',
  'gmaik.com',
  'hotmail.ch',
  'hotmail.be',
  'outlook.at',
  'outlook.be',
  'outlook.ie',
  'outlook.it',
  'yahoo.ca',
  'yahoo.in',
  'yahoo.it',
  'yahoo.ro',
  'yandex.by',
  'yandex.kz',
  'yandex.ua',
  'orange.pl',
  'libero.de',
])
/** Last labels that no domain has, and what was meant. */
const MEANT_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['con', 'com'],
  ['cmo', 'com'],
  ['ocm', 'com'],
  ['comm', 'com'],
  ['cpm', 'com'],
  ['vom', 'com'],
  ['xom', 'com'],
  ['nte', 'net'],
  ['nett', 'net'],
  ['ogr', 'org'],
  ['rog', 'org'],
  ['orgg', 'org'],
])

/**
 * Returns the domain that was probably meant: a large mail provider at one typo (a letter more, less or other, or two
 * swapped), or an ending that does not exist; null for any other address. It can be wrong and must never refuse anything.
 */
export function suggestDomain(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const lastDot = domain.lastIndexOf('.')
  const ending = MEANT_ENDINGS.get(domain.slice(lastDot + 1))
  const corrected = ending === undefined ? domain : `${domain.slice(0, lastDot + 1)}${ending}`
  if (PROVIDERS.includes(corrected)) return corrected === domain ? null : corrected
  if (REAL_NEIGHBORS.has(corrected)) return null
  const provider = PROVIDERS.find(
    (one) => one.charAt(0) === corrected.charAt(0) && isOneTypoAway(corrected, one),
  )
  if (provider !== undefined) return provider
  return corrected === domain ? null : corrected
}

/** Returns true when one letter was added, left out or replaced, or two neighbors were swapped (Damerau, 1964). */
function isOneTypoAway(typed: string, meant: string): boolean {
  const difference = typed.length - meant.length
  if (Math.abs(difference) > 1) return false
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const restOf = (text: string, skipped: number) => text.slice(same + skipped)
  if (difference === 1) return restOf(typed, 1) === restOf(meant, 0)
  if (difference === -1) return restOf(typed, 0) === restOf(meant, 1)
  if (restOf(typed, 1) === restOf(meant, 1)) return true
  const isSwapped = typed[same] === meant[same + 1] && typed[same + 1] === meant[same]
  return isSwapped && restOf(typed, 2) === restOf(meant, 2)
}
