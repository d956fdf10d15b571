/** Settings as field texts; origins and expected fields are one per line. */
export type Draft = Record<'name' | 'redirect_url' | 'error_url' | 'allowed_origins' | 'expect', string>

/** A sentence for each field that is not valid. */
type Faults = Partial<Record<keyof Draft, string>>

/** The limits of the service, checked before anything is sent. */
const MAX_ORIGINS = 20
const MAX_ADDRESS_LENGTH = 2048
/** Without backslashes and blanks, which parsers interpret differently. */
const ABSOLUTE = /^https?:\/\/[^/\\\s][^\\\s]*$/i

/** Finds every fault at once. */
export function findFaults({ redirect_url, error_url, allowed_origins }: Draft): Faults {
  const [origins, address] = [
    readOrigins(allowed_origins),
    'Enter a full web address, such as https://acme.org/',
  ]
  const wrong = origins.find((origin) => !isOrigin(origin))
  return {
    ...(isAddressOrEmpty(redirect_url) ? {} : { redirect_url: `${address}thanks.` }),
    ...(isAddressOrEmpty(error_url) ? {} : { error_url: `${address}sorry.` }),
    ...(wrong === undefined ? {} : { allowed_origins: describeOrigin(wrong) }),
    ...(origins.length > MAX_ORIGINS ? { allowed_origins: `Enter at most ${MAX_ORIGINS} sites.` } : {}),
  }
}

/** Splits the text of the field into origins. */
export function readOrigins(text: string): string[] {
  return text.split(/\s+/).filter((origin) => origin !== '')
}

function describeOrigin(wrong: string): string {
  return `“${wrong}” is not a site. Use its address without a path, such as https://acme.org.`
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
