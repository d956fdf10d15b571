import { z } from 'zod'

/** Format of the texts in a query that are numbers; the document describes the number instead. */
export const WHOLE_NUMBER = 'whole number'

/** Named schemas of the OpenAPI document, which are referred to wherever they are used. */
const NAMED_SCHEMAS = z.registry<{ id: string }>()

/** Registers a schema under a name in the document. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  NAMED_SCHEMAS.add(schema, { id })
  return schema
}

/** Returns a reference to a named schema. */
export function referenceTo(schema: z.ZodType): { $ref: string } {
  const id = NAMED_SCHEMAS.get(schema)?.id
  if (id === undefined) throw new Error('a schema of the document has no name')
  return { $ref: toUri(id) }
}

/** Returns all named schemas as JSON Schema, as input: objects stay open, because answers may gain members. */
export function namedSchemas(): Record<string, Record<string, unknown>> {
  const { schemas } = z.toJSONSchema(NAMED_SCHEMAS, { io: 'input', uri: toUri, override })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, { description: toWords(id), ...bare(schema) }]),
  )
}

/** Returns a schema without a name as JSON Schema. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return bare(z.toJSONSchema(schema, { io: 'input', override }))
}

function toUri(id: string): string {
  return `#/components/schemas/${id}`
}

/** Removes the dialect and the id, which the document states itself. */
function bare(schema: object): Record<string, unknown> {
  const { $schema: _dialect, $id: _place, ...rest }: Record<string, unknown> = { ...schema }
  return rest
}

/** Returns the name of a schema as a sentence, for schemas without a description: `QueueKeyList` is `Queue key list.` */
function toWords(id: string): string {
  const words = id.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

type JsonSchema = {
  format?: string | undefined
  pattern?: string | undefined
  type?: unknown
  const?: unknown
  items?: unknown
}

/** Writes what generators of other languages understand, without a change of what is valid. */
function override({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  // The format suffices; zod's pattern of a timestamp is half a page.
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.format === WHOLE_NUMBER) delete jsonSchema.format
  if (jsonSchema.type === 'number' && Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer'
  // A tuple has `maxItems` as well.
  if (jsonSchema.items === false) jsonSchema.items = {}
}
