import { z } from 'zod'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { REFUSALS } from '../../kernel/refusals.ts'
import type { DeclaredAnswer, DeclaredSchema, PublicOperation } from '../../kernel/register-route.ts'
import type { Media, Operation } from '../../pages/docs/openapi-shape.ts'
import { exampleRefusal } from '../../schema/examples.ts'
import { type HeaderName, headerReferences } from '../../schema/headers.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { Refused } from '../../schema/schemas.ts'

/** An answer of an operation. A reference has `$ref` and its own description (OpenAPI 3.1, "Reference Object"). */
export type Answer = Operation['responses'][string] & { $ref?: string }

/** An operation with the name that generated clients use. */
export type NamedOperation = Operation & { operationId: string }

/** Adds Request-Id to every answer, and a default answer in the common error shape. */
export function operation(described: NamedOperation): NamedOperation {
  const responses = Object.entries(described.responses).map(([status, answer]) => [
    status,
    { ...answer, headers: { ...answer.headers, ...headerReferences(['Request-Id']) } },
  ])
  const other: Answer = {
    $ref: '#/components/responses/Other',
    description: 'Any other refusal, in the same shape.',
  }
  return {
    ...described,
    description: described.description ?? described.summary,
    responses: { ...Object.fromEntries(responses), default: other },
  }
}

/** Returns the content of an answer in media types that have no schema of their own. */
export function textContent(types: readonly string[]): Record<string, Media> {
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'application/json' ? {} : { type: 'string' } }]),
  )
}

/**
 * Returns refusals by status, with an example for each code.
 *
 * @param options.media media types other than JSON in which a client can get them, with the same status
 */
export function refusals(
  codes: readonly RefusalCode[],
  options: { media?: readonly string[]; headers?: readonly HeaderName[] } = {},
): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const names = [...(options.headers ?? []), ...listAnswerHeaders(status, those)]
      const answer: Answer = {
        description: [...new Set(those.map((code) => REFUSALS[code].error))].join(', '),
        ...(names.length > 0 ? { headers: headerReferences(names) } : {}),
        content: {
          'application/json': {
            schema: referenceTo(Refused),
            examples: Object.fromEntries(those.map((code) => [code, { value: exampleRefusal(code) }])),
          },
          ...textContent(options.media ?? []),
        },
      }
      return [status, answer]
    }),
  )
}

function listAnswerHeaders(status: number, codes: readonly RefusalCode[]): HeaderName[] {
  if (status === 415) return ['Accept-Post']
  if (status === 401 || codes.includes('scope_missing')) return ['WWW-Authenticate']
  return status === 429 || status === 503 ? ['Retry-After'] : []
}

/** Returns a declared answer; that of a HEAD has no content. */
export function toAnswer(declared: DeclaredAnswer, method: string): Answer {
  const { description, schema, example, examples, media = [], headers } = declared
  const json = {
    ...(schema ? { schema: toSchema(schema) } : {}),
    ...(example === undefined ? {} : { example }),
    ...(examples ? { examples } : {}),
  }
  const content = {
    ...(schema ? { 'application/json': json } : {}),
    ...textContent(media),
  }
  return {
    description,
    ...(headers ? { headers: headerReferences(headers) } : {}),
    ...(Object.keys(content).length > 0 && method !== 'head' ? { content } : {}),
  }
}

/** Returns a declared body by its media types. */
export function toContent(body: NonNullable<PublicOperation['body']>): Record<string, Media> {
  return Object.fromEntries(
    Object.entries(body).map(([type, { schema, ...rest }]) => [
      type,
      schema ? { schema: toSchema(schema), ...rest } : rest,
    ]),
  )
}

/** Refers to a declared schema, or returns it where it has no name. */
export function toSchema(schema: DeclaredSchema): object {
  if (schema instanceof z.ZodType) return referenceTo(schema)
  return Array.isArray(schema) ? { anyOf: schema.map((one) => referenceTo(one)) } : schema
}
