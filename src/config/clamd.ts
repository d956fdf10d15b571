import { parseHostAndPort } from './listen-address.ts'
import { parseSwitch } from './parsers.ts'
import type { Parsed, Reading } from './reading.ts'

/** Where a ClamAV daemon listens. */
export type ClamdServer = { kind: 'unix'; path: string } | { kind: 'tcp'; host: string; port: number }

/** The scanner of the operator. */
export type ClamdSettings = {
  server: ClamdServer
  /** true: no file can be fetched before a scan has found nothing in it. */
  isRequired: boolean
}

const CLAMD_PORT = 3310
const UNIX = 'unix:'
/** Maximum length of the path of a socket (`sun_path`), its final zero not counted. */
const MAX_SOCKET_PATH_BYTES = 107

/** Reads the settings of the scanner; null where none is set. */
export function readClamd(reading: Reading): ClamdSettings | null {
  const server = reading.optional('FORMSLOT_CLAMD', parseClamdAddress)
  const isRequired = reading.value('FORMSLOT_CLAMD_REQUIRED', parseSwitch)
  if (isRequired && !reading.given('FORMSLOT_CLAMD')) {
    reading.addFault('FORMSLOT_CLAMD', 'is missing; FORMSLOT_CLAMD_REQUIRED=1 needs it')
  }
  return server && { server, isRequired }
}

/** Parses `unix:/path`, `host` or `host:port`, with an IPv6 host in brackets. */
export function parseClamdAddress(text: string): Parsed<ClamdServer> {
  if (text.startsWith('/')) return { kind: 'fault', problem: `is a path; write ${UNIX}${text}` }
  if (text.startsWith(UNIX)) return parseSocketPath(text.slice(UNIX.length))
  const address = parseHostAndPort(text, CLAMD_PORT)
  return address.kind === 'ok' ? { kind: 'ok', value: { kind: 'tcp', ...address.value } } : address
}

function parseSocketPath(path: string): Parsed<ClamdServer> {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\0')) {
    return {
      kind: 'fault',
      problem: `has ${JSON.stringify(path)} after unix:, which is not an absolute path`,
    }
  }
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) {
    return { kind: 'fault', problem: `has a path of more than ${MAX_SOCKET_PATH_BYTES} bytes` }
  }
  return { kind: 'ok', value: { kind: 'unix', path } }
}
