import { freshenSignIn } from './fresh-sign-in.ts'

/** A refusal of the service, or the lack of one: no answer has the code `offline` and the status 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The machine key of the catalogue, such as `endpoint_not_found`. */
  readonly code: string
  /** What to do, in a sentence. */
  readonly hint: string
  /** The field that is to blame. */
  readonly field: string | null
  /** To tell the operator. */
  readonly requestId: string | null

  constructor(facts: {
    status: number
    code: string
    message: string
    hint: string
    field?: string | undefined
    requestId?: string | undefined
  }) {
    super(facts.message)
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint
    this.field = facts.field ?? null
    this.requestId = facts.requestId ?? null
  }
}

export type Answer<Value> = { ok: true; value: Value } | { ok: false; error: ApiError }

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Beneath `/api/v1`, made by `path`. */
  path: string
  /** What is null, undefined or '' is left out. */
  search?: Record<string, string | number | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A path of the API whose ids are escaped: path`/endpoints/${id}`. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

/** The whole address of a call, for links and downloads. */
export function addressOf({ path, search = {} }: Pick<Call, 'path' | 'search'>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`
}

/**
 * Calls the API with the cookie of the session. An error comes back as a value. A session that has ended leads to
 * signing in and back here; a deed that wants a fresh sign-in asks for it and is done then.
 *
 * @returns the parsed body; null where there is none
 */
export async function call<Value>(request: Call): Promise<Answer<Value>> {
  const answer = await callOnce<Value>(request)
  if (answer.ok) return answer
  const { code, status } = answer.error
  if (status === 401) leaveToSignIn()
  if (code !== 'fresh_sign_in_needed') return answer
  return (await freshenSignIn()) ? callOnce<Value>(request) : answer
}

/** As `call`, for queries and mutations, which want errors thrown. */
export async function ask<Value>(request: Call): Promise<Value> {
  const answer = await call<Value>(request)
  if (!answer.ok) throw answer.error
  return answer.value
}

async function callOnce<Value>(request: Call): Promise<Answer<Value>> {
  const { method = 'GET', body, headers = {}, signal } = request
  try {
    const response = await fetch(addressOf(request), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    const text = await response.text()
    return response.ok
      ? // Parsed JSON, in the shape that the API promises.
        { ok: true, value: (text === '' ? null : JSON.parse(text)) as Value }
      : { ok: false, error: errorOf(response, text) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (error instanceof TypeError) return { ok: false, error: unreachable() }
    if (error instanceof SyntaxError) return { ok: false, error: unreadable() }
    throw error
  }
}

/** No answer came, or it ended too early. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'offline',
    message: 'Formslot cannot be reached',
    hint: 'Check your network. Nothing was changed; try again when it is back.',
  })
}

function unreadable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreadable',
    message: 'The answer could not be read',
    hint: 'Something between you and the service changed it. Load the page again.',
  })
}

/** Also for what stands in front of the service and answers in words of its own. */
export function errorOf(response: Response, text: string): ApiError {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: Partial<Record<'code' | 'message' | 'hint' | 'field' | 'request_id', string>> = isJson
    ? JSON.parse(text)
    : {}
  const unavailable = response.status >= 502 && response.status <= 504
  return new ApiError({
    status: response.status,
    code: body.code ?? 'unknown',
    message: body.message ?? (unavailable ? 'Formslot is not available right now' : 'Something went wrong'),
    hint: body.hint ?? (unavailable ? 'Try again in a moment.' : 'Load the page again.'),
    field: body.field,
    requestId: body.request_id ?? response.headers.get('request-id') ?? undefined,
  })
}

function leaveToSignIn(): void {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`)
}
