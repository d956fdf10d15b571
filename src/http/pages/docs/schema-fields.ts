import type { OpenApi } from './openapi-shape.ts'

/** The document, and the names of the schemas that described types link to. */
export type Described = { openapi: OpenApi; linked: Set<string> }

/** A property of an object schema. That of an object within it has a name such as `limits.idle_days` or `data[].id`. */
export type Field = { name: string; type: string; required: boolean; description: string }

/** Maximum depth of nested objects that are shown property by property. */
const MAX_DEPTH = 3

/** Returns the anchor of a schema on each page that shows it. */
export function toSchemaAnchor(name: string): string {
  return `schema-${name}`
}

/** Returns the name of the schema that a reference points at; null for an inline schema. */
export function findName(schema: unknown): string | null {
  return /^#\/components\/schemas\/([^/]+)$/.exec(textOr(recordOr(schema).$ref))?.[1] ?? null
}

/** Returns a named schema of the document; undefined for an unknown name. */
export function findSchema(name: string, { openapi }: Described): unknown {
  return recordOr(openapi.components?.schemas)[name]
}

/** Lists the alternatives of a schema: one unless it is a choice. */
export function listAlternatives(schema: unknown): readonly unknown[] {
  const { anyOf, oneOf } = recordOr(schema)
  const choices: unknown = anyOf ?? oneOf
  return Array.isArray(choices) ? choices : [schema]
}

/** Lists the properties of an object schema and of the unnamed objects in it; empty for any other schema. */
export function listFields(schema: unknown, described: Described, depth = 1): Field[] {
  const object = resolve(schema, described)
  const required: readonly unknown[] = Array.isArray(object.required) ? object.required : []
  return Object.entries(recordOr(object.properties)).flatMap(([name, property]) => {
    const own: Field = {
      name,
      type: describeType(property, described),
      required: required.includes(name),
      description: textOr(resolve(property, described).description),
    }
    const value = withoutNull(property)
    const { items } = recordOr(value)
    const [inner, joint] = items === undefined ? [value, '.'] : [items, '[].']
    if (depth === MAX_DEPTH || findObjectName(inner, described) !== null) return [own]
    const nested = listFields(inner, described, depth + 1)
    return [own, ...nested.map((one) => ({ ...one, name: `${name}${joint}${one.name}` }))]
  })
}

/** Describes the type of a schema in a word or two of Markdown. Objects with a name are links, and are added to `linked`. */
export function describeType(schema: unknown, described: Described): string {
  const name = findObjectName(schema, described)
  if (name !== null) {
    described.linked.add(name)
    return `[${name}](#${toSchemaAnchor(name)})`
  }
  const own = resolve(schema, described)
  const alternatives = listAlternatives(own)
  if (alternatives[0] !== own) return alternatives.map((one) => describeType(one, described)).join(' | ')
  if (own.type === 'array' && own.items !== undefined) return `array of ${describeType(own.items, described)}`
  return describePlainType(own)
}

/** Returns the name of a schema that has properties; null for any other. */
function findObjectName(schema: unknown, described: Described): string | null {
  const { properties } = resolve(schema, described)
  return Object.keys(recordOr(properties)).length > 0 ? findName(schema) : null
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

/** Resolves a reference to a schema; a broken one yields an empty schema. */
function resolve(schema: unknown, described: Described): Record<string, unknown> {
  const name = findName(schema)
  return recordOr(name === null ? schema : findSchema(name, described))
}

function recordOr(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
