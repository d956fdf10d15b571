import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { Content } from '../../actions/submissions/submit.ts'
import { type IdempotencyKey, readIdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { FieldValue } from '../../domain/submissions/fields.ts'
import { API_PATH } from './paths.ts'
import { getHeader, type RequestHead } from './request.ts'

/**
 * Reads the Idempotency-Key. Its scope is the key, the method, the path, and the caller. The fingerprint is of the
 * fields, because a multipart retry has another boundary.
 *
 * @param options.path the canonical path, however the request encoded it
 * @param options.inForm the key in a field of our own form; the header takes precedence
 * @param options.caller the account, or else the bucket of the client address
 * @param options.replays to whom the result is replayed: `to anyone` who sends the same body, because an address changes
 *   between a request and its retry, or only `to the caller`
 * @param options.mark a keyed hash, so that stored values reveal neither an address nor a deleted field
 */
export function getIdempotencyKey(
  request: RequestHead,
  options: {
    path: string
    content: Content
    inForm?: string | undefined
    caller: string
    replays: 'to anyone' | 'to the caller'
    mark(text: string): string
  },
): { kind: 'ok'; idempotencyKey: IdempotencyKey | null } | Refused {
  const read = readIdempotencyKey(getHeader(request, 'idempotency-key') ?? options.inForm)
  if (read.kind === 'refused') return read
  if (read.kind === 'none' || options.content.kind === 'refused') return { kind: 'ok', idempotencyKey: null }
  const { path, caller, mark } = options
  const fields = options.content.fields.map((field) => [field.name, field.value])
  const key = mark(JSON.stringify([read.key, request.method, path, caller]))
  const fingerprint = mark(JSON.stringify(fields))
  if (options.replays === 'to the caller') return { kind: 'ok', idempotencyKey: { key, fingerprint } }
  const sharedKey = mark(JSON.stringify([read.key, request.method, path, 'any caller', fingerprint]))
  return { kind: 'ok', idempotencyKey: { key, fingerprint, sharedKey } }
}

/** Reads the Idempotency-Key of a call to the owner API; its scope is the account. */
export function getIdempotencyKeyOfBody(
  request: FastifyRequest,
  options: {
    path: string
    body: Readonly<Record<string, FieldValue | undefined>>
    caller: Caller
    mark(text: string): string
  },
): ReturnType<typeof getIdempotencyKey> {
  const fields = Object.entries(options.body).map(([name, value = null]) => ({ name, value }))
  return getIdempotencyKey(request, {
    path: API_PATH + options.path,
    content: { kind: 'fields', fields },
    caller: `account ${options.caller.accountKey}`,
    replays: 'to the caller',
    mark: options.mark,
  })
}
