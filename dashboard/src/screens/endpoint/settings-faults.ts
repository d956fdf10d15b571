/** Settings as field texts; origins and expected fields are one per line. */
export type Draft = Record<
  'name' | 'redirect_url' | 'error_url' | 'allowed_origins' | 'honeypot' | 'expect',
  string
>

/** A sentence for each field that is not valid. */
type Faults = Partial<Record<keyof Draft, string>>

/** The limits of the service, checked before anything is sent. */
const MAX_ORIGINS = 20
const MAX_ADDRESS_LENGTH = 2048
const MAX_HONEYPOT_BYTES = 128
/** Without backslashes and blanks, which parsers interpret differently. */
const ABSOLUTE = /^https?:\/\/[^/\\\s][^\\\s]*$/i

/** Finds every fault at once. */
export function findFaults({ redirect_url, error_url, allowed_origins, honeypot }: Draft): Faults {
  return {
    ...(isAddressOrEmpty(redirect_url)
      ? {}
      : { redirect_url: 'Enter a full web address, such as https://acme.org/thanks.' }),
    ...(isAddressOrEmpty(error_url)
      ? {}
      : { error_url: 'Enter a full web address, such as https://acme.org/sorry.' }),
    ...originsFault(readOrigins(allowed_origins)),
    ...honeypotFault(honeypot.trim()),
  }
}

/** Splits the text of the field into origins. */
export function readOrigins(text: string): string[] {
  return text.split(/\s+/).filter((origin) => origin !== '')
}

function originsFault(origins: readonly string[]): Faults {
  if (origins.length > MAX_ORIGINS) return { allowed_origins: `Enter at most ${MAX_ORIGINS} sites.` }
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong === undefined) return {}
  return {
    allowed_origins: `“${wrong}” is not a site. Use its address without a path, such as https://acme.org.`,
  }
}

function honeypotFault(name: string): Faults {
  if (new TextEncoder().encode(name).length > MAX_HONEYPOT_BYTES) return { honeypot: 'Use a shorter name.' }
  return {}
}

function isOrigin(text: string): boolean {
  const { pathname, search, hash } = URL.parse(text) ?? {}
  return isWebAddress(text) && !text.includes('*') && pathname === '/' && search === '' && hash === ''
}

function isAddressOrEmpty(text: string): boolean {
  return text.trim() === '' || isWebAddress(text.trim())
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    ABSOLUTE.test(text) &&
    url.username === '' &&
    url.password === '' &&
    text.length <= MAX_ADDRESS_LENGTH
  )
}
