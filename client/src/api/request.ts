/** Response of a service. Only web APIs are used here, so that pages and edge runtimes can load it. */
export type ApiResponse = {
  status: number
  headers: Headers
  /** The body as it was sent. */
  text: string
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON, except `FormData` and texts, which are sent as they are. */
  body?: FormData | string | object | undefined
  signal?: AbortSignal | undefined
  /** `manual`: a redirect is returned like any other response. */
  redirect?: 'follow' | 'manual'
}

/** The service could not be reached, or answered something that it never sends. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** Sends a request and reads the whole response. Rejects with `Unreachable`, or with the reason of the signal. */
export async function sendRequest(url: string, request: ApiRequest = {}): Promise<ApiResponse> {
  return readResponse(url, await openRequest(url, request), request.signal)
}

/** Reads the whole response to an opened request. Rejects like `sendRequest`. */
export async function readResponse(
  url: string,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  const text = await response.text().catch((error: unknown) => {
    throw toFault(url, error, signal)
  })
  return { status: response.status, headers: response.headers, text, json: parseJson(text) }
}

/** Sends a request and leaves the body to the caller. */
export async function openRequest(url: string, request: ApiRequest = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal, redirect = 'follow' } = request
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData)
  return fetch(url, {
    method,
    redirect,
    headers: {
      Accept: 'application/json',
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw toFault(url, error, signal)
  })
}

function toFault(url: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return new Unreachable(`The service at ${new URL(url).origin} cannot be reached.`, { cause: error })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
