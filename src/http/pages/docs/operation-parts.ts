import {
  findSchema,
  listAlternatives,
  METHODS,
  type Media,
  type Method,
  type OpenApi,
  type Operation,
  propertiesOf,
  type Tag,
} from './openapi-shape.ts'

/** An operation of a path, with all methods that share it. */
export type Entry = { path: string; methods: readonly Method[]; operation: Operation }

/** A response by status. Refusals are those whose examples are error codes. */
export type Outcome = { status: string; description: string; content: Record<string, Media> }
export type RefusalExample = { status: string; code: string; message: string }

/** An example of a body, as it is sent. */
export type Example = { type: string; name: string; text: string }

/** Lists the operations of a tag. */
export function listEntries(openapi: OpenApi, tag: Tag): Entry[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) => {
    const entries: (Entry & { methods: Method[] })[] = []
    for (const method of METHODS) {
      const operation = item[method]
      if (operation?.tags?.[0] !== tag.name) continue
      const same = entries.find((entry) => JSON.stringify(entry.operation) === JSON.stringify(operation))
      if (same) same.methods.push(method)
      else entries.push({ path, methods: [method], operation })
    }
    return entries
  })
}

/** Returns the summary as a heading, without the full stop. */
export function getSummary({ operation, path }: Entry): string {
  return (operation.summary ?? path).replace(/\.$/, '')
}

/** Lists the schemas of the request and of the successful responses. */
export function listShownSchemas({ operation }: Entry): unknown[] {
  const contents = [
    operation.requestBody?.content ?? {},
    ...listOutcomes(operation).map(({ content }) => content),
  ]
  return contents.flatMap((content) => Object.values(content).map(({ schema }) => schema))
}

/** Lists the named schemas that the properties of these schemas have as types, and those that the properties of these have. */
export function listLinkedSchemas(schemas: readonly unknown[], openapi: OpenApi): string[] {
  const found = new Set<string>()
  const visit = (schema: unknown) => {
    for (const { schema: name } of propertiesOf(schema, openapi).flatMap(({ type }) => type)) {
      if (name === null || found.has(name)) continue
      found.add(name)
      visit(findSchema(name, openapi))
    }
  }
  for (const schema of schemas.flatMap(listAlternatives)) visit(schema)
  return [...found].sort()
}

/** Describes in a sentence who may call an operation, with inline code between backticks; null if anyone may. */
export function describeAccess({ security = [] }: Operation): string | null {
  if (security.length === 0) return null
  const scopes = security.flatMap((one) => one.key ?? []).map((scope) => `\`${scope}\``)
  const withScopes = scopes.length > 0 ? ` with the scope ${scopes.join(' and ')}` : ''
  if (security.some((one) => one.queueKey ?? one.readKey)) {
    return `Requires a key of the endpoint, or an API key of its owner${withScopes}.`
  }
  return scopes.length > 0
    ? `Requires a signed-in owner, or an API key${withScopes}.`
    : 'Requires a signed-in owner. API keys are not accepted.'
}

/** Returns the response to the command. Where there is 201 or 202, 200 is the response to a dry run. */
export function findAnswered(outcomes: readonly Outcome[]): Outcome | null {
  return outcomes.find(({ status }) => status === '201' || status === '202') ?? outcomes[0] ?? null
}

/** Lists the examples of a body under their names, else under its media type. */
export function listExamples(content: Record<string, Media>): Example[] {
  return Object.entries(content).flatMap(([type, { example, examples = {} }]) => {
    const named = Object.entries(examples).map(([name, one]) => [one.summary ?? name, one.value] as const)
    const all = example === undefined ? named : [[type, example] as const, ...named]
    return all.map(([name, value]) => ({ type, name, text: toText(type, value) }))
  })
}

/** Formats an example as it is sent: forms URL-encoded, multipart forms field by field, all else as JSON. */
function toText(mediaType: string, value: unknown): string {
  if (typeof value === 'string') return value
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType)
  if (!isForm || typeof value !== 'object' || value === null) return JSON.stringify(value, null, 2)
  const fields = Object.entries(value).map(([name, content]) => [name, String(content)])
  if (mediaType.startsWith('application/')) return new URLSearchParams(fields).toString()
  return fields.map(([name, content]) => `${name}: ${content}`).join('\n')
}

/** Lists the responses that are no refusals. */
export function listOutcomes({ responses }: Operation): Outcome[] {
  return Object.entries(responses)
    .filter(([status, response]) => status !== 'default' && listCodes(response).length === 0)
    .map(([status, { description, content = {} }]) => ({ status, description, content }))
}

/** Lists the error codes that an operation can answer with. */
export function listRefusals({ responses }: Operation): RefusalExample[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status === 'default' ? [] : listCodes(response).map((one) => ({ status, ...one })),
  )
}

/** Lists the error codes of a response: an example of a refusal is named after its code. */
function listCodes({ content = {} }: Operation['responses'][string]): { code: string; message: string }[] {
  return Object.entries(content['application/json']?.examples ?? {}).flatMap(([name, { value }]) => {
    const { code, message } = Object(value)
    return code === name ? [{ code: String(code), message: String(message) }] : []
  })
}
