import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { UTF8 } from '../kernel/body/charset.ts'
import { truncateName } from '../kernel/body/clean-text.ts'
import { readContentType } from '../kernel/body/content-type.ts'
import { getHeader, parseQueryParameters } from '../kernel/request.ts'
import { describeIssue } from './issue-text.ts'

/** Schema of a query or a body in which nothing may be sent. */
export const NOTHING = z.strictObject({})

type Read<Value> = { kind: 'read'; value: Value } | Refused

/** Parses input by its schema, or returns a refusal that names the first invalid field. */
export function readInput<Schema extends z.ZodType>(schema: Schema, sent: unknown): Read<z.output<Schema>> {
  const parsed = schema.safeParse(sent, { reportInput: true })
  if (parsed.success) return { kind: 'read', value: parsed.data }
  const [issue] = parsed.error.issues
  return { kind: 'refused', refusal: issue ? toRefusal(issue) : { code: 'value_invalid' } }
}

/** Message of zod for a field that a schema does not have, unless the schema has its own. */
const UNRECOGNIZED = /^Unrecognized key/

/** Converts an issue to a refusal. The message repeats no input; the field is named separately. */
function toRefusal(issue: z.core.$ZodIssue): Refusal {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const field = truncateName([...path, issue.keys[0] ?? ''].join('.'))
    const message = UNRECOGNIZED.test(issue.message) ? 'Unknown field' : issue.message
    return { code: 'value_invalid', field, message: `${message}.` }
  }
  const where = path.length > 0 ? { field: path.join('.') } : {}
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return {
    code: 'value_invalid',
    ...where,
    message: missing ? 'This field is missing.' : `${describeIssue(issue)}.`,
  }
}

/** Parses the query into an object; a repeated name has a list, which schemas refuse unless they allow it. */
export function parseQuery(request: Pick<FastifyRequest, 'url'>): Record<string, string | string[]> {
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

/** Parses a JSON body; an empty body is an empty object. */
export function parseBody(
  request: Pick<FastifyRequest, 'headers' | 'body'> & Parameters<typeof getHeader>[0],
): Read<unknown> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (body.length === 0) return { kind: 'read', value: {} }
  const encoding = getHeader(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  const { kind, charset } = readContentType(request.headers['content-type'])
  if (encoding !== 'identity' || kind !== 'json' || (charset ?? UTF8) !== UTF8) {
    return { kind: 'refused', refusal: { code: 'unsupported_media_type' } }
  }
  try {
    return { kind: 'read', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch (error) {
    // The decoder throws a TypeError, the parser a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { kind: 'refused', refusal: { code: 'body_unparsable' } }
  }
}
