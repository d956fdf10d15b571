import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Refusal } from '../../domain/refusal.ts'
import { shownName } from '../kernel/body/clean-text.ts'
import { readContentType } from '../kernel/body/content-type.ts'
import { getHeader, parseQueryParameters } from '../kernel/request.ts'

/** What a route without a query, or without a body, reads: nothing may be sent. */
export const NOTHING = z.strictObject({})

type Read<Value> = { kind: 'read'; value: Value } | { kind: 'refused'; refusal: Refusal }

/** What was sent as this schema has it, or the first thing that is wrong with it, by name. */
export function readInput<Schema extends z.ZodType>(schema: Schema, sent: unknown): Read<z.output<Schema>> {
  const parsed = schema.safeParse(sent, { reportInput: true })
  if (parsed.success) return { kind: 'read', value: parsed.data }
  const [issue] = parsed.error.issues
  return { kind: 'refused', refusal: issue ? refusalOf(issue) : { code: 'value_invalid' } }
}

/** Nothing that was sent is in the message: the name of the field stands beside it. */
function refusalOf(issue: z.core.$ZodIssue): Refusal {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const field = shownName([...path, issue.keys[0] ?? ''].join('.'))
    return { code: 'value_invalid', field, message: 'Unknown field.' }
  }
  const where = path.length > 0 ? { field: path.join('.') } : {}
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return {
    code: 'value_invalid',
    ...where,
    message: missing ? 'This field is missing.' : `${issue.message}.`,
  }
}

/** The query as one object; a name that is repeated has a list, which no schema takes unless it says so. */
export function queryOf(request: Pick<FastifyRequest, 'url'>): Record<string, string | string[]> {
  const parameters = parseQueryParameters(request)
  const names = new Set(parameters.keys())
  return Object.fromEntries(
    [...names].map((name) => {
      const values = parameters.getAll(name)
      const [first = ''] = values
      return [name, values.length === 1 ? first : values]
    }),
  )
}

/** The body as JSON says it; none at all is an empty object. */
export function bodyOf(
  request: Pick<FastifyRequest, 'headers' | 'body'> & Parameters<typeof getHeader>[0],
): Read<unknown> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (body.length === 0) return { kind: 'read', value: {} }
  const encoding = getHeader(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' || readContentType(request.headers['content-type']).kind !== 'json') {
    return { kind: 'refused', refusal: { code: 'unsupported_media_type' } }
  }
  try {
    return { kind: 'read', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch (error) {
    // The decoder throws the one, the parser the other.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { kind: 'refused', refusal: { code: 'body_unparsable' } }
  }
}
