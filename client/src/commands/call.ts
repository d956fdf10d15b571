import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import { type Solving, solveRefusal, Unsolved } from '../api/challenge.ts'
import { solveForm } from '../api/form-challenge.ts'
import { type ApiRequest, type ApiResponse, openRequest, sendRequest, Unreachable } from '../api/request.ts'
import type { Refused } from '../api/schema.ts'
import { CommandFailure, EXIT } from '../terminal/failure.ts'
import { VERSION } from '../version.ts'

const TIMEOUT_MS = 60_000
/** Refusals with status 403 that another key would help against. */
const KEY_CODES = ['scope_missing', 'session_needed', 'fresh_sign_in_needed']

export type Call = ApiRequest & {
  key?: string | null
  /** Members that the body of a success must have. */
  expects?: readonly string[]
}

/** A call whose body is an object, to which the solution of a challenge can be added. */
type SolvableCall = Call & { body: object }

/** Calls the service and returns its response; fails with the exit code of a refusal. */
export async function call(url: string, request: Call = {}): Promise<ApiResponse> {
  const response = await sendRequest(url, toRequest(request, AbortSignal.timeout(TIMEOUT_MS))).catch(
    (error: unknown) => {
      throw toNetworkFailure(url, error)
    },
  )
  return toChecked(url, request, response)
}

function toChecked(url: string, { expects }: Call, response: ApiResponse): ApiResponse {
  checkResponse(url, response)
  const body = Object(response.json)
  if (expects?.some((name) => body[name] === undefined)) throw notFormslot(url, response.status)
  return response
}

/** Calls the service like `call`; solves a challenge, where it asks for a proof of work, and calls once more. */
export async function callSolving(
  url: string,
  request: SolvableCall,
  onProgress: Solving['onProgress'],
): Promise<ApiResponse> {
  const sent = { ...request, method: 'POST' } as const
  const first = await sendRequest(url, toRequest(sent, AbortSignal.timeout(TIMEOUT_MS))).catch(
    (error: unknown) => {
      throw toNetworkFailure(url, error)
    },
  )
  const { headers = {} } = toRequest({}, undefined)
  const altcha = await solveRefusal(url, first, { headers, onProgress }).catch((error: unknown) => {
    if (!(error instanceof Unsolved)) throw toNetworkFailure(url, error)
    const hint = 'Try again on a machine with less to do, or ask the owner or the operator.'
    throw new CommandFailure(EXIT.refused, { message: error.message, hint, body: first.text })
  })
  if (altcha === null) return toChecked(url, request, first)
  return call(url, { ...sent, body: { ...request.body, altcha } })
}

/** Calls the service like `callSolving`, with the proof of work that a form asks for before it refuses anything. */
export async function callForm(
  url: string,
  request: SolvableCall,
  onProgress: Solving['onProgress'],
): Promise<ApiResponse> {
  const { headers = {} } = toRequest({}, undefined)
  // The computation has a limit of its own.
  const signal = AbortSignal.timeout(2 * TIMEOUT_MS)
  const altcha =
    'altcha' in request.body
      ? null
      : await solveForm(url, { headers, onProgress, signal }).catch((error: unknown) => {
          throw toNetworkFailure(url, error)
        })
  const body = altcha === null ? request.body : { ...request.body, altcha }
  return callSolving(url, { ...request, body }, onProgress)
}

/** Opens a response that is read while it arrives. */
export async function openStream(url: string, request: Call = {}): Promise<Response> {
  const response = await openRequest(url, toRequest(request, undefined)).catch((error: unknown) => {
    throw toNetworkFailure(url, error)
  })
  if (response.status >= 300) {
    const text = await response.text()
    checkResponse(url, { status: response.status, headers: response.headers, text, json: parse(text) })
  }
  return response
}

/** Turns a request that did not get through into a failure; other errors are returned as they are. */
export function toNetworkFailure(url: string, error: unknown): unknown {
  const { origin } = new URL(url)
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const message = `${origin} did not answer within ${TIMEOUT_MS / 1000} seconds.`
    return new CommandFailure(EXIT.network, { message, hint: 'Try again later.', cause: error })
  }
  if (!(error instanceof Unreachable)) return error
  return new CommandFailure(EXIT.network, {
    message: `${origin} cannot be reached: ${findReason(error)}.`,
    hint: 'Check the address, and that the service is running.',
    cause: error,
  })
}

function toRequest(
  { key = null, expects: _, headers, ...request }: Call,
  signal: AbortSignal | undefined,
): ApiRequest {
  return {
    signal,
    // Keys and submissions stay with the host that was chosen.
    redirect: 'manual',
    ...request,
    headers: {
      'User-Agent': `formslot/${VERSION} (Node ${process.versions.node}; ${process.platform})`,
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
  }
}

function checkResponse(url: string, { status, headers, text, json }: ApiResponse): void {
  if (status < 300 && (json !== undefined || text === '')) return
  if (status >= 300 && status < 400) {
    const location = headers.get('location') ?? ''
    const to = URL.canParse(location, url) ? new URL(location, url).origin : 'another address'
    const message = `${new URL(url).origin} redirects to ${to}.`
    throw new CommandFailure(EXIT.unexpected, { message, hint: `If that is the instance, use --base ${to}.` })
  }
  const { message, hint = '', field = '', code } = Object(json) as Partial<Refused>
  if (!isText(message) || !isText(hint) || !isText(field) || !isText(code)) throw notFormslot(url, status)
  const wait = headers.get('retry-after')
  throw new CommandFailure(toExitCode(status, code), {
    message: `${field === '' ? '' : `${toTerminalLine(field)}: `}${toTerminalLine(message)}`,
    hint: [toTerminalLine(hint), wait === null ? '' : `Wait ${toTerminalLine(wait)} seconds.`]
      .filter(Boolean)
      .join(' '),
    body: text,
  })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function notFormslot(url: string, status: number): CommandFailure {
  return new CommandFailure(EXIT.unexpected, {
    message: `${new URL(url).origin} answered with status ${status}, but not as Formslot does.`,
    hint: 'Check the address of the instance.',
  })
}

function toExitCode(status: number, code: string): number {
  if (status === 401 || KEY_CODES.includes(code)) return EXIT.key
  if (status === 404 || status === 410) return EXIT.notFound
  if (status === 429) return EXIT.rateLimited
  return status < 500 && status !== 409 ? EXIT.refused : EXIT.unexpected
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; set NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function findReason(error: unknown): string {
  const { code, cause, message } = Object(error)
  if (typeof code === 'string') return REASONS[code] ?? code
  return cause === undefined ? String(message) : findReason(cause)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a message of the MCP bridge: any response is returned, since errors of the protocol are messages, too. */
export async function openBridgeRequest(url: string, request: Call): Promise<Response> {
  return openRequest(url, toRequest(request, AbortSignal.timeout(TIMEOUT_MS))).catch((error: unknown) => {
    throw toNetworkFailure(url, error)
  })
}
