import { type ApiError, errorOf, unreachable, unreadable } from './api-error.ts'
import { freshenSignIn } from './fresh-sign-in.ts'

export type Answer<Value> = { ok: true; value: Value } | { ok: false; error: ApiError }

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Beneath `/api/v1`, made by `path`. */
  path: string
  /** Where else than beneath `/api/v1`: the door that everybody's programs use. */
  door?: 'public'
  /** What is null, undefined or '' is left out. */
  search?: Record<string, string | number | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Other than `JSON.parse`: what makes a value of the text of the answer. */
  read?: (text: string) => unknown
}

/** A path of the API whose ids are escaped: path`/endpoints/${id}`. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

/** The whole address of a call, for links and downloads. */
export function addressOf({ path, search = {}, door }: Pick<Call, 'path' | 'search' | 'door'>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${door === 'public' ? '' : '/api/v1'}${path}${query === '' ? '' : `?${query}`}`
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
  const { method = 'GET', body, headers = {}, signal, read = JSON.parse } = request
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
        { ok: true, value: (text === '' ? null : read(text)) as Value }
      : { ok: false, error: errorOf(response, text) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (error instanceof TypeError) return { ok: false, error: unreachable() }
    if (error instanceof SyntaxError) return { ok: false, error: unreadable() }
    throw error
  }
}

function leaveToSignIn(): void {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`)
}
