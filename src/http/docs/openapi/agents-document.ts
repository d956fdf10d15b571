import type { OpenApi, Operation, Parameter } from '../../pages/docs/openapi-shape.ts'

/** Operations that need no account: create, check, send, take messages. Those of owners are in the whole document. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'createEndpoint',
  'createTelemetry',
  'createQueue',
  'probeStatus',
  'submit',
  'sendEvents',
  'publish',
  'pullMessages',
  'acknowledgeMessages',
])
/** Names of schemas of bodies that are sent. */
const SENT = /Request$|^Submission$|^SentEvent$/
/** Parameters of nearly every operation. */
const SHARED: readonly string[] = ['Idempotency-Key', 'dry_run']
const REFERENCE = '#/components/schemas/'

/**
 * Returns the document with the operations that an agent needs, small enough for a prompt: bodies and successful answers as
 * JSON, without examples; what is answered has no descriptions, which are in the whole document. Every refusal has one shape.
 */
export function agentsDocument(document: OpenApi & Record<string, unknown>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  const parameters: Record<string, Parameter> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!OPERATIONS.has(String(Reflect.get(operation, 'operationId')))) continue
      paths[path] = { ...paths[path], [method]: shorten(operation, parameters) }
    }
  }
  const { openapi, info, servers, components = {} } = document
  const { schemas, securitySchemes } = components as Record<string, Record<string, unknown>>
  return {
    openapi,
    info: { ...info, description: 'The operations that need no account. /openapi.json has all.' },
    servers,
    security: [],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes ?? {}).filter(([name]) =>
          JSON.stringify(paths).includes(`"${name}":[`),
        ),
      ),
      parameters,
      responses: { Refused: { description: 'Refused.', content: toJson({ $ref: `${REFERENCE}Refused` }) } },
      schemas: Object.fromEntries(
        Object.entries(findReferenced([paths, { $ref: `${REFERENCE}Refused` }], schemas ?? {})).map(
          ([name, schema]) => [name, SENT.test(name) ? schema : withoutDescriptions(schema)],
        ),
      ),
    },
  }
}

/** @param shared parameters that several operations have, by name; those of this operation are added */
function shorten(
  { parameters = [], requestBody, responses, tags: _tags, summary, ...operation }: Operation,
  shared: Record<string, Parameter>,
): object {
  const named = parameters.map((parameter) => {
    if (!SHARED.includes(parameter.name)) return parameter
    shared[parameter.name] = parameter
    return { $ref: `#/components/parameters/${parameter.name}` }
  })
  const accepted = Object.entries(responses)
    // Of a creation, 200 is the dry run.
    .filter(([status]) => status === '201' || (status.startsWith('2') && !('201' in responses)))
    .map(([status, { description, content }]) => {
      const json = content?.['application/json']
      return [status, json ? { description, content: toJson(json.schema) } : { description }]
    })
  const body = requestBody?.content['application/json']
  return {
    summary,
    ...operation,
    ...(parameters.length > 0 ? { parameters: named } : {}),
    ...(body ? { requestBody: { required: true, content: toJson(body.schema) } } : {}),
    responses: { ...Object.fromEntries(accepted), default: { $ref: '#/components/responses/Refused' } },
  }
}

function toJson(schema: unknown): object {
  return { 'application/json': { schema } }
}

/** Removes descriptions of properties, which are text; a property named so is an object. */
function withoutDescriptions(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  )
}

/** Returns the schemas that a part of the document refers to, and those that they refer to. */
function findReferenced(part: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const pending = [part]
  for (const one of pending) {
    for (const [, name = ''] of JSON.stringify(one).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in found) continue
      found[name] = schemas[name]
      pending.push(schemas[name])
    }
  }
  return found
}
