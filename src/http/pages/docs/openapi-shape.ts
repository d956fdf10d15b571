/** The part of an OpenAPI 3.1 document that the API reference shows. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  servers?: readonly { url: string }[]
  paths: Record<string, PathItem>
  components?: Record<string, unknown>
  /** Pages of the reference, in order. */
  tags?: readonly Tag[]
  /** Sections of the reference: tags by name. */
  'x-tagGroups'?: readonly { name: string; tags: readonly string[] }[]
}

export type Tag = { name: string; 'x-displayName': string; description: string }

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
  example?: string
}

/** A schema can be any JSON Schema, including a reference into `components`. */
export type Media = {
  schema?: unknown
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown }>
}

/** A property of an object schema. That of an object within it has a name such as `limits.idle_days` or `data[].id`. */
export type Property = { name: string; type: readonly TypePart[]; required: boolean; description: string }

/** A part of the description of a type. `schema` is set when it is the name of a schema. */
export type TypePart = { text: string; schema: string | null }

/** Maximum depth of nested objects that are shown property by property. */
const MAX_DEPTH = 3

/** Returns the name of the schema that a reference points at; null for an inline schema. */
export function findName(schema: unknown): string | null {
  return /^#\/components\/schemas\/([^/]+)$/.exec(textOr(recordOr(schema).$ref))?.[1] ?? null
}

/** Returns a named schema of the document; an empty one for an unknown name. */
export function findSchema(name: string, document: OpenApi): unknown {
  return recordOr(document.components?.schemas)[name]
}

/** Lists the alternatives of a schema: one unless it is a choice. */
export function listAlternatives(schema: unknown): readonly unknown[] {
  const { anyOf, oneOf } = recordOr(schema)
  const choices: unknown = anyOf ?? oneOf
  return Array.isArray(choices) ? choices : [schema]
}

/** Lists the properties of an object schema and of the unnamed objects in it; empty for any other schema. */
export function propertiesOf(schema: unknown, document: OpenApi, depth = 1): Property[] {
  const object = resolved(schema, document)
  const required: readonly unknown[] = Array.isArray(object.required) ? object.required : []
  return Object.entries(recordOr(object.properties)).flatMap(([name, property]) => {
    const own: Property = {
      name,
      type: describeType(property, document),
      required: required.includes(name),
      description: textOr(resolved(property, document).description),
    }
    if (depth === MAX_DEPTH || own.type.some((part) => part.schema !== null)) return [own]
    const value = withoutNull(property)
    const { items } = recordOr(value)
    const [inner, joint] = items === undefined ? [value, '.'] : [items, '[].']
    const nested = propertiesOf(inner, document, depth + 1)
    return [own, ...nested.map((one) => ({ ...one, name: `${name}${joint}${one.name}` }))]
  })
}

/** Describes the type of a schema in a word or two. */
export function describeType(schema: unknown, document: OpenApi): TypePart[] {
  const name = findName(schema)
  if (name !== null && isObject(resolved(schema, document))) return [{ text: name, schema: name }]
  const own = resolved(schema, document)
  const alternatives = listAlternatives(own)
  if (alternatives.length > 1 || alternatives[0] !== own) {
    return alternatives.flatMap((one, index) => [
      ...(index === 0 ? [] : [plain(' | ')]),
      ...describeType(one, document),
    ])
  }
  const { type, items } = own
  if (type === 'array' && items !== undefined) return [plain('array of '), ...describeType(items, document)]
  return [plain(describePlainType(own))]
}

function plain(text: string): TypePart {
  return { text, schema: null }
}

/** Returns the schema of a value that may also be null. */
function withoutNull(schema: unknown): unknown {
  const others = listAlternatives(schema).filter((one) => recordOr(one).type !== 'null')
  return others.length === 1 ? others[0] : schema
}

function describePlainType(schema: Record<string, unknown>): string {
  const { type, format, const: constant, enum: choices } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  return [textOr(type) || 'any', textOr(format)].filter((word) => word !== '').join(', ')
}

function isObject(schema: Record<string, unknown>): boolean {
  return Object.keys(recordOr(schema.properties)).length > 0
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
