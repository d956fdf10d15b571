import type { RefusalCode } from '../../../domain/refusal.ts'
import { REFUSALS } from '../../kernel/refusals.ts'
import type { PlacedOperation, PublicOperation } from '../../kernel/register-route.ts'
import type { PathItem } from '../../pages/docs/openapi-shape.ts'
import { IDEMPOTENCY_KEY } from '../../schema/parameters.ts'
import {
  type Answer,
  type NamedOperation,
  operation,
  refusals,
  textContent,
  toAnswer,
  toContent,
  toSchema,
} from './answers.ts'
import { queryParameters } from './api-operations.ts'

/** Media types of refusals other than JSON. */
const REFUSAL_MEDIA = {
  json: [],
  'json or page': ['text/html'],
  'json or markdown': ['text/markdown'],
} as const

/** Refusals of a request that is stored once, by its Idempotency-Key and its body. */
const STORING: readonly RefusalCode[] = [
  'body_unparsable',
  'idempotency_key_invalid',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'disk_full',
  'bodies_limit',
  'store_busy',
  'store_unavailable',
]
/** Refusals of a key. Only some routes need one: `key_missing` is their own. */
const KEYED: readonly RefusalCode[] = ['key_invalid', 'key_expired', 'scope_missing']

/** Composes the public routes as paths of the document. */
export function publicPaths(placed: readonly PlacedOperation[]): Record<string, PathItem> {
  // A slash at the end is ignored; linters take it for a mistake.
  const byUrl = Map.groupBy(placed, ({ url }) => url.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, ''))
  return Object.fromEntries(
    [...byUrl].map(([path, those]) => [
      path,
      Object.fromEntries(those.map((one) => [one.method, toOperation(one.operation, one.method)])),
    ]),
  )
}

function toOperation(declared: PublicOperation, method: string): NamedOperation {
  const { operationId, summary, description, tag, security, body } = declared
  const parameters = [
    ...(declared.parameters ?? []),
    ...(declared.query ? queryParameters(declared.query) : []),
  ]
  const answers = Object.entries(declared.answers).map(([status, answer]) => [
    status,
    toAnswer(answer, method),
  ])
  return operation({
    operationId,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    ...(security ? { security } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !declared.isBodyOptional, content: toContent(body) } } : {}),
    responses: { ...toRefusalAnswers(declared, method), ...Object.fromEntries(answers) },
  })
}

function toRefusalAnswers(declared: PublicOperation, method: string): Record<string, Answer> {
  const { refusesAs = 'json', refusalHeaders: headers = [], refusalSchemas = {} } = declared
  const refuses = listRefusals(declared)
  if (refusesAs === 'page') {
    const page = { description: 'A page with the reason.', content: textContent(['text/html']) }
    return Object.fromEntries(refuses.map((code) => [REFUSALS[code].status, page]))
  }
  // Where a browser gets a page, an agent that names Markdown gets that instead, if it opens the address.
  const markdown = method === 'get' && refusesAs === 'json or page' ? ['text/markdown'] : []
  const answers = refusals(refuses, { media: [...REFUSAL_MEDIA[refusesAs], ...markdown], headers })
  for (const [status, schema] of Object.entries(refusalSchemas)) {
    const json = answers[status]?.content?.['application/json']
    if (json) json.schema = toSchema(schema)
  }
  return answers
}

function listRefusals({ refuses = [], security, parameters = [] }: PublicOperation): readonly RefusalCode[] {
  const storing = parameters.includes(IDEMPOTENCY_KEY) ? STORING : []
  return [...new Set([...refuses, ...(security ? KEYED : []), ...storing])]
}
