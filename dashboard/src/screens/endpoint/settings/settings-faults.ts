import { t } from '../../../language/texts.ts'

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
  const origins = readOrigins(allowed_origins)
  const wrong = origins.find((origin) => !isOrigin(origin))
  return {
    ...(isAddressOrEmpty(redirect_url) ? {} : { redirect_url: addressFault('https://acme.org/thanks') }),
    ...(isAddressOrEmpty(error_url) ? {} : { error_url: addressFault('https://acme.org/sorry') }),
    ...(wrong === undefined
      ? {}
      : { allowed_origins: t('endpoint.general.faults.site', { site: wrong, example: 'https://acme.org' }) }),
    ...(origins.length > MAX_ORIGINS
      ? { allowed_origins: t('endpoint.general.faults.sites', { most: String(MAX_ORIGINS) }) }
      : {}),
  }
}

/** Splits the text of the field into origins. */
export function readOrigins(text: string): string[] {
  return text.split(/\s+/).filter((origin) => origin !== '')
}

function addressFault(example: string): string {
  return t('endpoint.general.faults.address', { example })
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
