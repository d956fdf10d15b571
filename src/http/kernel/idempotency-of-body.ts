import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { FieldValue } from '../../domain/submissions/fields.ts'
import { API_PATH } from './api-path.ts'
import { getIdempotencyKey } from './idempotency.ts'

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
    mark: options.mark,
  })
}
