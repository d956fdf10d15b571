import type { z } from 'zod'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { REFUSALS } from '../../kernel/refusals.ts'
import type { Media, Operation } from '../../pages/docs/openapi-shape.ts'
import { exampleRefusal } from '../../schema/examples.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { type HeaderName, headers, type SchemaName, schemaReference } from './components.ts'

/** An answer of an operation. One that is described elsewhere has `$ref` and a description of its own (OpenAPI 3.1, "Reference Object"). */
export type Answer = Operation['responses'][string] & { $ref?: string }

/** An operation with the name that generated clients call it by. */
export type NamedOperation = Operation & { operationId: string }

const HTML: Record<string, Media> = { 'text/html': { schema: { type: 'string' } } }

/** An operation; every answer of it carries Request-Id, and whatever is not listed has the one error shape. */
export function operation(described: NamedOperation): NamedOperation {
  const responses = Object.entries(described.responses).map(([status, answer]) => [
    status,
    { ...answer, headers: { ...answer.headers, ...headers(['Request-Id']) } },
  ])
  const other: Answer = {
    $ref: '#/components/responses/Other',
    description: 'Any other refusal, in the same shape.',
  }
  return { ...described, responses: { ...Object.fromEntries(responses), default: other } }
}

/** The same question without the body of the answer. */
export function headOf(get: NamedOperation, words: { operationId: string; summary: string }): NamedOperation {
  const responses = Object.entries(get.responses).map(([status, answer]) => {
    const { content: _body, ...rest } = answer
    return [status, rest]
  })
  return { ...get, ...words, responses: Object.fromEntries(responses) }
}

/** A JSON answer with the schema of that name. */
export function json(
  description: string,
  body: { schema: SchemaName; example?: unknown; headers?: readonly HeaderName[] },
): Answer {
  return {
    description,
    ...(body.headers ? { headers: headers(body.headers) } : {}),
    content: {
      'application/json': {
        schema: schemaReference(body.schema),
        ...(body.example === undefined ? {} : { example: body.example }),
      },
    },
  }
}

/** The same of a schema that is named where it stands. */
export function jsonOf(description: string, schema: z.ZodType, example: unknown): Answer {
  return { description, content: { 'application/json': { schema: referenceTo(schema), example } } }
}

/** A page, or any other text that has no structure of ours. */
export function text(description: string, mediaType = 'text/html'): Answer {
  return { description, content: { [mediaType]: { schema: { type: 'string' } } } }
}

/** The same answer as a page for those who ask for one. */
export function orPage(answer: Answer): Answer {
  return { ...answer, content: { ...answer.content, ...HTML } }
}

/**
 * The refusals by status, each code an example.
 *
 * @param options.as `json or page`: a browser gets a page with the same status
 */
export function refusals(
  codes: readonly RefusalCode[],
  options: { as: 'json' | 'json or page'; headers?: readonly HeaderName[] },
): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const names = [...(options.headers ?? []), ...headersOf(status, those)]
      const answer: Answer = {
        description: [...new Set(those.map((code) => REFUSALS[code].error))].join(', '),
        ...(names.length > 0 ? { headers: headers(names) } : {}),
        content: {
          'application/json': {
            schema: schemaReference('Refused'),
            examples: Object.fromEntries(those.map((code) => [code, { value: exampleRefusal(code) }])),
          },
        },
      }
      return [status, options.as === 'json' ? answer : orPage(answer)]
    }),
  )
}

/** A page says why. */
export function refusalPages(codes: readonly RefusalCode[]): Record<string, Answer> {
  const statuses = new Set(codes.map((code) => REFUSALS[code].status))
  return Object.fromEntries([...statuses].map((status) => [status, text('A page that says why.')]))
}

function headersOf(status: number, codes: readonly RefusalCode[]): HeaderName[] {
  if (status === 415) return ['Accept-Post']
  if (status === 401 || codes.includes('scope_missing')) return ['WWW-Authenticate']
  return status === 429 || status === 503 ? ['Retry-After'] : []
}
