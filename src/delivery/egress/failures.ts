/** Returns in one sentence, for the owner of a destination, why a request to it failed. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  const { code = '' } = error
  const known = SENTENCES[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'The answer was not HTTP.'
  if (TLS_CODE.test(code)) return `The connection could not be secured: ${code}.`
  return 'The connection failed.'
}

const TIMED_OUT = 'There was no answer in time.'
const CLOSED = 'The connection was closed before an answer came.'
const UNREACHABLE = 'The host could not be reached.'

const SENTENCES: Readonly<Record<string, string>> = {
  ABORT_ERR: TIMED_OUT,
  ECONNABORTED: CLOSED,
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EPIPE: CLOSED,
  EPROXY: 'The proxy of this instance did not open the connection.',
  ETIMEDOUT: TIMED_OUT,
  HPE_HEADER_OVERFLOW: 'The headers of the answer were too long.',
}

/** Codes of OpenSSL and of Node's check of the certificate. */
const TLS_CODE = /^(?:ERR_(?:SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/
