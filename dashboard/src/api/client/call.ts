import { type ApiError, isTransient, parseError, unreachable, unreadable } from './api-error.ts'
import { checkConnection, checkWhileLate, untilConnectionChanges } from './connection.ts'
import { requestFreshSignIn } from './fresh-sign-in.ts'

export type Answer<Value> = { ok: true; value: Value } | { ok: false; error: ApiError }

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below `/api/v1`, made by `path`. */
  path: string
  /** Query parameters; null, undefined and '' are left out. */
  search?: Record<string, string | number | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Parses the response text; `JSON.parse` without it. */
  read?: (text: string) => unknown
}

/** Address of the account that this page shows; null until it is known. */
let shownAccount: string | null = null
/** Changes about the person, in whichever account their session acts. */
const OF_PERSON: readonly string[] = ['/sign-out', '/me/account']

/** Tells which account this page shows: the first counts, because a switch in another tab reloads the page. */
export function setShownAccount(email: string): void {
  shownAccount ??= email
}

/** Builds an API path with escaped ids: path`/endpoints/${id}`. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

/** Builds the full URL of a call, for links and downloads. */
export function toUrl({ path, search = {} }: Pick<Call, 'path' | 'search'>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`
}

/**
 * Calls the API with the session cookie and returns errors as values. An ended session redirects to sign-in and
 * back; an action that needs a fresh sign-in asks for one and is then repeated.
 *
 * @returns the parsed body; null for an empty one
 */
export async function call<Value>(request: Call): Promise<Answer<Value>> {
  const answer = await callOnce<Value>(request)
  if (answer.ok) return answer
  const { code, status } = answer.error
  if (isTransient(answer.error)) void checkConnection()
  if (status === 401) leaveToSignIn()
  if (code === 'account_changed') window.location.reload()
  if (code !== 'fresh_sign_in_needed') return answer
  return (await requestFreshSignIn()) ? callOnce<Value>(request) : answer
}

/** Calls the API and throws errors, as queries and mutations expect. */
export async function callOrThrow<Value>(request: Call): Promise<Value> {
  const answer = await call<Value>(request)
  if (!answer.ok) throw answer.error
  return answer.value
}

async function callOnce<Value>(request: Call): Promise<Answer<Value>> {
  const { method = 'GET', body, headers = {}, signal, read = JSON.parse } = request
  // Reads are given up and asked again when the connection changes; changes are waited for.
  const signals = [...(signal ? [signal] : []), ...(method === 'GET' ? [untilConnectionChanges()] : [])]
  const answered = checkWhileLate()
  try {
    const response = await fetch(toUrl(request), {
      method,
      credentials: 'same-origin',
      // None for GET: a request with headers would not take over the answer that `inbox.html` preloads.
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : nameAccount(request.path)),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
    const text = await response.text()
    return response.ok
      ? // Parsed JSON, in the shape that the API promises.
        { ok: true, value: (text === '' ? null : read(text)) as Value }
      : { ok: false, error: parseError(response, text) }
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    if (isAborted && (signal?.aborted || method !== 'GET')) throw error
    if (isAborted) return { ok: false, error: unreachable() }
    if (error instanceof TypeError) return { ok: false, error: unreachable() }
    if (error instanceof SyntaxError) return { ok: false, error: unreadable() }
    throw error
  } finally {
    answered()
  }
}

/** Returns the header by which a change that meets another account is refused. */
function nameAccount(path: string): Record<string, string> {
  if (shownAccount === null || OF_PERSON.includes(path)) return {}
  return { 'formslot-account': encodeURIComponent(shownAccount) }
}

/** Set once the page is on its way to another one. */
let isLeaving = false

/** Leaves the dashboard. The first place counts: after a sign-out, reads that were on their way find no session. */
export function leave(url: string): void {
  if (isLeaving) return
  isLeaving = true
  window.location.assign(url)
}

function leaveToSignIn(): void {
  const { pathname, search } = window.location
  leave(`/sign-in?next=${encodeURIComponent(pathname + search)}`)
}
