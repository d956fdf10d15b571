import { z } from 'zod'

/** The schemas of the document by name; wherever one of them stands in another, the document refers to it. */
export const NAMED_SCHEMAS = z.registry<{ id: string }>()

/** A schema with a name of its own in the document. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  NAMED_SCHEMAS.add(schema, { id })
  return schema
}

/** A reference to a named schema. */
export function referenceTo(schema: z.ZodType): { $ref: string } {
  const id = NAMED_SCHEMAS.get(schema)?.id
  if (id === undefined) throw new Error('a schema of the document has no name')
  return { $ref: uriOf(id) }
}

/**
 * All named schemas as JSON Schema. As input: objects stay open unless they say otherwise, for answers may grow.
 */
export function namedSchemas(): Record<string, Record<string, unknown>> {
  const { schemas } = z.toJSONSchema(NAMED_SCHEMAS, { io: 'input', uri: uriOf, override })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]))
}

/** A schema that has no name as JSON Schema. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return bare(z.toJSONSchema(schema, { io: 'input', override }))
}

function uriOf(id: string): string {
  return `#/components/schemas/${id}`
}

/** The document says which dialect it speaks, and where a schema stands is its name. */
function bare(schema: object): Record<string, unknown> {
  const { $schema: _dialect, $id: _place, ...rest }: Record<string, unknown> = { ...schema }
  return rest
}

function override({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  // The format says it; the pattern of an instant, leap years and all, is half a page.
  if (jsonSchema.format) delete jsonSchema.pattern
}
