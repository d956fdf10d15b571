import {
  codeBlock,
  codeSpan,
  type Markdown,
  markdown,
  ownMarkdown,
  renderMarkdown,
} from '../../../markup/markdown.ts'
import { exampleRequest } from './example-request.ts'
import { METHODS, type Media, type Method, type OpenApi, type Operation, type Tag } from './openapi-shape.ts'
import {
  type Described,
  describeType,
  type Field,
  findName,
  findSchema,
  listAlternatives,
  listFields,
} from './schema-fields.ts'

/** Pages of the API reference, one per tag. */
export type ApiGroup = { title: string; tags: readonly Tag[] }

/** An operation of a path, with all methods that share it. */
type Entry = { path: string; methods: readonly Method[]; operation: Operation }

/** A response by status that is no refusal. */
type Outcome = { status: string; description: string; content: Record<string, Media> }

/** Blocks of Markdown; null and an empty one are left out. */
type Blocks = readonly (Markdown | null)[]

/** Title of the command that calls an operation. */
const COMMAND = 'Example'
/** Title of the response to the command above it. */
export const ANSWER = 'Response'

/** Returns the path of the page of a tag. */
export function tagPath({ name }: Tag): string {
  return `/docs/api/${name}`
}

/** Returns the anchor of an operation on the page of its tag. @param route its methods and its path */
export function toOperationAnchor(route: string): string {
  const [method = ''] = route.split(' ')
  const path = route.slice(route.indexOf('/'))
  return `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
}

/** Returns the Markdown of the list of all operations by group and tag, with links to their pages. */
export function indexSource(groups: readonly ApiGroup[], openapi: OpenApi): string {
  return joined(
    groups.flatMap(({ title, tags }) => [
      markdown`## ${title}`,
      ...tags.flatMap((tag) => [
        ownMarkdown(`### [${tag['x-displayName']}](${tagPath(tag)})`),
        contents(listEntries(openapi, tag), tagPath(tag)),
      ]),
    ]),
  )
}

/** Returns the Markdown of the page of a tag below its heading: its operations, and the schemas that they link to. */
export function tagSource(tag: Tag, openapi: OpenApi): string {
  const described: Described = { openapi, linked: new Set() }
  const entries = listEntries(openapi, tag)
  return joined([
    ownMarkdown(tag.description),
    entries.length > 1 ? contents(entries, '') : null,
    ...entries.flatMap((entry) => operation(entry, described)),
    ...schemas(described),
  ])
}

/** Joins blocks with one empty line in between. */
function joined(blocks: Blocks): string {
  const texts = blocks.flatMap((block) => (block === null ? [] : [renderMarkdown(block).trim()]))
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}

/** Lists the operations of a tag. */
function listEntries(openapi: OpenApi, tag: Tag): Entry[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) => {
    const ofTag = METHODS.filter((method) => item[method]?.tags?.[0] === tag.name)
    const byText = Map.groupBy(ofTag, (method) => JSON.stringify(item[method]))
    return [...byText.values()].flatMap((methods) => {
      const operation = methods[0] && item[methods[0]]
      return operation ? [{ path, methods, operation }] : []
    })
  })
}

/** Lists operations; `page` is the path of the page that they are on, empty for this one. */
function contents(entries: readonly Entry[], page: string): Markdown {
  return markdown`${entries.map((entry) => {
    const link = `[${getSummary(entry)}](${page}#${toOperationAnchor(toRoute(entry))})`
    return markdown`- ${codeSpan(toRoute(entry))} ${ownMarkdown(link)}\n`
  })}`
}

/** Returns the summary as a heading, without the full stop. */
function getSummary({ operation, path }: Entry): string {
  return (operation.summary ?? path).replace(/\.$/, '')
}

function toRoute({ methods, path }: Entry): string {
  return `${methods.join(' ').toUpperCase()} ${path}`
}

/** Returns the blocks of an operation: what it does and an example, then the request, the responses and the errors. */
function operation(entry: Entry, described: Described): Blocks {
  const { operation: declared, methods } = entry
  const [method] = methods
  const outcomes = listOutcomes(declared)
  const command = method ? exampleRequest(described.openapi, { ...entry, method }) : null
  const answered = command === null ? null : findAnswered(outcomes)
  const [answer = null] = answered ? examples(answered.content, () => ANSWER) : []
  return [
    markdown`## ${ownMarkdown(getSummary(entry))}`,
    codeSpan(toRoute(entry)),
    access(declared),
    ownMarkdown(declared.description === declared.summary ? '' : (declared.description ?? '')),
    command === null ? null : codeBlock('sh', command, COMMAND),
    answer,
    ...request(declared, described),
    ...responses(outcomes, { described, answered }),
    ...errors(declared),
  ]
}

/** Says in a sentence who may call an operation; null if anyone may. */
function access({ security = [] }: Operation): Markdown | null {
  if (security.length === 0) return null
  const scopes = security.flatMap((one) => one.key ?? []).map((scope) => `\`${scope}\``)
  const withScopes = scopes.length > 0 ? ` with the scope ${scopes.join(' and ')}` : ''
  if (security.some((one) => one.queueKey ?? one.readKey))
    return ownMarkdown(`*Requires a key of the endpoint, or an API key of its owner${withScopes}.*`)
  return ownMarkdown(
    scopes.length > 0
      ? `*Requires a signed-in owner, or an API key${withScopes}.*`
      : '*Requires a signed-in owner. API keys are not accepted.*',
  )
}

/** Returns the blocks of the parameters and of the body. */
function request({ parameters = [], requestBody }: Operation, described: Described): Blocks {
  const parts = [...(parameters.length > 0 ? ['parameters'] : []), ...(requestBody ? ['body'] : [])]
  if (parts.length === 0) return []
  const rows = parameters.map(({ name, schema, in: place, required = false, description = '' }) => {
    const type = `${describeType(schema, described)}, ${place}`
    return row({ name, type, required, description })
  })
  return [
    ownMarkdown(`### Request: ${parts.join(' and ')}`),
    markdown`${rows}`,
    ...(requestBody ? body(requestBody, described) : []),
  ]
}

function body({ description, content }: NonNullable<Operation['requestBody']>, described: Described): Blocks {
  const types = Object.keys(content).map((type) => `\`${type}\``)
  return [
    ownMarkdown('#### Body'),
    ownMarkdown(`*${types.join(', ')}*`),
    ownMarkdown(description ?? ''),
    ...shape(content, described),
    ...examples(content, ({ type }) => type),
  ]
}

/** Returns the blocks of the responses. The first example of the response to the command stands below the command. */
function responses(
  outcomes: readonly Outcome[],
  { described, answered }: { described: Described; answered: Outcome | null },
): Blocks {
  if (outcomes.length === 0) return []
  const statuses = outcomes.map(({ status }) => status).join(', ')
  return [
    ownMarkdown(`### ${outcomes.length === 1 ? 'Response' : 'Responses'} ${statuses}`),
    ...outcomes.flatMap((outcome) => [
      markdown`#### ${codeSpan(outcome.status)}`,
      ownMarkdown(outcome.description),
      ...shape(outcome.content, described),
      ...examples(outcome.content, ({ name }) => name).slice(outcome === answered ? 1 : 0),
    ]),
  ]
}

function errors({ responses }: Operation): Blocks {
  const refusals = Object.entries(responses).flatMap(([status, response]) =>
    status === 'default'
      ? []
      : listCodes(response).map(
          ({ code, message }) => markdown`- ${codeSpan(`${status} ${code}`)}: ${ownMarkdown(message)}\n`,
        ),
  )
  return refusals.length === 0 ? [] : [ownMarkdown('### Errors'), markdown`${refusals}`]
}

/** Returns the blocks of the schemas that types link to, in alphabetical order. */
function schemas(described: Described): Blocks {
  const blocks = new Map<string, Markdown | null>()
  // Their own types may link to more, which this visits, too.
  for (const name of described.linked) blocks.set(name, fields(findSchema(name, described), described))
  if (blocks.size === 0) return []
  const names = [...blocks.keys()].sort()
  return [
    ownMarkdown('## Schemas'),
    ...names.flatMap((name) => [markdown`### ${codeSpan(name)}`, blocks.get(name) ?? null]),
  ]
}

/** Returns the properties of a body, a block for each alternative. All its media types share one schema. */
function shape(content: Record<string, Media>, described: Described): Blocks {
  const schema = Object.values(content).find((media) => media.schema !== undefined)?.schema
  return listAlternatives(schema).flatMap((one, index) => {
    const name = findName(one)
    const list = fields(one, described)
    if (list === null) return []
    if (name !== null) return [codeSpan(name), list]
    return index === 0 ? [list] : [ownMarkdown('*or*'), list]
  })
}

function fields(schema: unknown, described: Described): Markdown | null {
  const found = listFields(schema, described)
  return found.length === 0 ? null : markdown`${found.map(row)}`
}

function row({ name, type, required, description }: Field): Markdown {
  const facts = required ? `${type}, required` : type
  return markdown`- ${codeSpan(name)} ${ownMarkdown(`*${facts}* ${description}`.trim())}\n`
}

/** Returns the examples of a body, which have names or only a media type. */
function examples(
  content: Record<string, Media>,
  getTitle: (example: { type: string; name: string }) => string,
): Markdown[] {
  return Object.entries(content).flatMap(([type, { example, examples: others = {} }]) => {
    const named = Object.entries(others).map(([name, one]) => ({
      name: one.summary ?? name,
      value: one.value,
    }))
    const all = example === undefined ? named : [{ name: type, value: example }, ...named]
    return all.map(({ name, value }) => {
      const language = type === 'application/json' ? 'json' : 'text'
      return codeBlock(language, toText(type, value), getTitle({ type, name }))
    })
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

/** Returns the response to the command. Where there is 201 or 202, 200 is the response to a dry run. */
function findAnswered(outcomes: readonly Outcome[]): Outcome | null {
  return outcomes.find(({ status }) => status === '201' || status === '202') ?? outcomes[0] ?? null
}

/** Lists the responses that are no refusals. */
function listOutcomes({ responses }: Operation): Outcome[] {
  return Object.entries(responses)
    .filter(([status, response]) => status !== 'default' && listCodes(response).length === 0)
    .map(([status, { description, content = {} }]) => ({ status, description, content }))
}

/** Lists the error codes of a response: an example of a refusal is named after its code. */
function listCodes({ content = {} }: Operation['responses'][string]): { code: string; message: string }[] {
  return Object.entries(content['application/json']?.examples ?? {}).flatMap(([name, { value }]) => {
    const { code, message } = Object(value)
    return code === name ? [{ code: String(code), message: String(message) }] : []
  })
}
