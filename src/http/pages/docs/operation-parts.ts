import type { Media, Method, Operation } from './openapi-shape.ts'

/** An operation of a path, with all methods that share it. `id` is its anchor. */
export type Entry = { path: string; methods: readonly Method[]; operation: Operation; id: string }

/** A response by status. Refusals are those whose examples are error codes. */
export type Outcome = { status: string; description: string; content: Record<string, Media> }
export type RefusalExample = { status: string; code: string; message: string }

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

/** Lists the examples of a body with the names that they have. */
export function listExamples([type, { example, examples = {} }]: [string, Media]) {
  const alone = example === undefined ? [] : [{ type, name: type, value: example }]
  const named = Object.entries(examples).map(([name, one]) => ({
    type,
    name: one.summary ?? name,
    value: one.value,
  }))
  return [...alone, ...named]
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
