import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Answer = { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, Media> }
type Operation = {
  operationId: string
  tags?: string[]
  description?: string
  parameters?: { name: string; in: string; schema?: unknown }[]
  security?: Record<string, string[]>[]
  responses: Record<string, Answer>
}
export type OpenApi = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: { Other: Answer } }
}
export type Given = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

const ID = 'https://contract.test/'
/** Headers that instruct a client; each one sent must be documented. */
const TELLING = [
  'accept-post',
  'allow',
  'etag',
  'idempotent-replayed',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'request-id',
  'retry-after',
  'set-cookie',
  'www-authenticate',
]

/** Compares responses with an OpenAPI document and records which documented ones occurred. */
export function openContract(text: string) {
  const document = JSON.parse(text) as OpenApi
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema({ $id: ID, ...Object(closed(document)) })
  const given = new Set<string>()

  function assertValid(pointer: readonly string[], value: unknown): void {
    const place = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    // Compiled once, as are the schemas that it refers to.
    const validate = ajv.getSchema(`${ID}#/${place.join('/')}`)
    assert.ok(validate, `${pointer.join(' ')} has no schema`)
    assert.ok(validate(value), `${pointer.join(' ')}: ${ajv.errorsText(validate.errors)}`)
  }

  /** Fails if the document does not describe this response of the operation. */
  function check(method: string, path: string, answer: Given): void {
    const where = `${method} ${path} ${answer.status}`
    const responses = document.paths[path]?.[method]?.responses
    assert.ok(responses, `${method} ${path} is not documented`)
    const own = responses[answer.status]
    const documented = own ?? document.components.responses.Other
    given.add(where)

    const names = Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase())
    for (const name of TELLING) {
      if (answer.headers.has(name)) assert.ok(names.includes(name), `${where}: ${name} is not documented`)
    }
    assert.match(answer.headers.get('request-id') ?? '', /^req_/, where)

    if (answer.text === '') return
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
    const media = documented.content?.[type]
    assert.ok(media, `${where}: ${type} is not documented`)
    if (type !== 'application/json') return
    const place = own ? ['paths', path, method, 'responses', String(answer.status)] : OTHER
    assertValid([...place, 'content', type, 'schema'], answer.json)
    if (answer.json.code === undefined) return
    const shown = [media.example, ...Object.values(media.examples ?? {}).map((example) => example.value)]
    const codes = shown.map((example) => Object(example).code)
    assert.ok(codes.includes(answer.json.code), `${where}: ${answer.json.code} is not documented`)
  }

  /** Returns documented responses of these tags that never occurred, as `method path status`. */
  function notGiven(...tags: readonly string[]): string[] {
    return operations(document)
      .filter(({ operation }) => tags.includes(operation.tags?.[0] ?? ''))
      .flatMap(({ method, path, operation }) =>
        Object.keys(operation.responses).map((status) => `${method} ${path} ${status}`),
      )
      .filter((promise) => !promise.endsWith(' default') && !given.has(promise))
      .filter((promise) => !AT_THE_DOOR.test(promise))
  }

  /** Fails if an example violates its schema; returns the number of examples. */
  function checkExamples(): number {
    let seen = 0
    const walk = (value: unknown, pointer: string[]): void => {
      if (typeof value !== 'object' || value === null) return
      const { schema, example, examples } = value as Partial<Media>
      if (schema) {
        const values = Object.values(examples ?? {}).map((one) => one.value)
        for (const one of example === undefined ? values : [example, ...values]) {
          assertValid([...pointer, 'schema'], one)
          seen += 1
        }
        return
      }
      for (const [name, inner] of Object.entries(value)) walk(inner, [...pointer, name])
    }
    walk(document.paths, ['paths'])
    walk(document.components, ['components'])
    return seen
  }

  return { document, check, checkExamples, notGiven }
}

/** Statuses that `kernel/api-headers.test.ts` checks for every operation of the owner API. */
const AT_THE_DOOR = /^\w+ \/api\/\S+ 40[013]$/
const OTHER = ['components', 'responses', 'Other']

export function operations(document: OpenApi) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** The published schemas allow additions; these copies forbid undocumented properties. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
  return inner.type === 'object' && inner.properties ? { additionalProperties: false, ...inner } : inner
}
