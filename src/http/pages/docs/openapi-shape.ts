/** The part of an OpenAPI 3.1 document that the API reference shows. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  paths: Record<string, PathItem>
  components?: Record<string, unknown>
  /** Sections of the reference, in order. */
  tags?: readonly { name: string; description: string }[]
}

export type PathItem = Partial<Record<Method, Operation>>

export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type Operation = {
  tags?: readonly string[]
  security?: readonly Record<string, readonly string[]>[]
  summary?: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, Media> }
  >
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: unknown
}

/** A schema can be any JSON Schema, including a reference into `components`. */
export type Media = {
  schema?: unknown
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown }>
}

/** A property of an object schema. */
export type Property = { name: string; type: string; required: boolean; description: string }

/** Lists the named schemas of the document. */
export function namedSchemas(document: OpenApi): [string, unknown][] {
  return Object.entries(recordOr(document.components?.schemas))
}

/** Returns the name of the schema that a reference points at; null for an inline schema. */
export function findName(schema: unknown): string | null {
  return /^#\/components\/schemas\/([^/]+)$/.exec(textOr(recordOr(schema).$ref))?.[1] ?? null
}

/** Lists the properties of an object schema, one level deep; empty for any other schema. */
export function propertiesOf(schema: unknown, document: OpenApi): Property[] {
  const object = resolved(schema, document)
  const properties = recordOr(object.properties)
  const required: readonly unknown[] = Array.isArray(object.required) ? object.required : []
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: describeType(property, document),
    required: required.includes(name),
    description: textOr(resolved(property, document).description),
  }))
}

/** Describes the type of a schema in a word or two. */
export function describeType(schema: unknown, document: OpenApi): string {
  const { type, format, const: constant, enum: choices, items, anyOf: kinds } = resolved(schema, document)
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (Array.isArray(kinds)) return kinds.map((kind) => describeType(kind, document)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return items === undefined ? 'array' : `array of ${describeType(items, document)}`
  return [textOr(type) || 'any', textOr(format)].filter((word) => word !== '').join(', ')
}

/** Resolves a `#/components/…` reference; a broken one yields an empty schema. */
function resolved(schema: unknown, document: OpenApi): Record<string, unknown> {
  const own = recordOr(schema)
  const steps = textOr(own.$ref).split('/').slice(1)
  if (steps[0] !== 'components') return own
  let found: unknown = document
  for (const step of steps) found = recordOr(found)[step]
  return recordOr(found)
}

function recordOr(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
