import {
  codeBlock,
  codeSpan,
  type Markdown,
  markdown,
  ownMarkdown,
  renderMarkdown,
} from '../../../markup/markdown.ts'
import { exampleRequest } from './example-request.ts'
import {
  describeType,
  findName,
  findSchema,
  listAlternatives,
  type Media,
  type OpenApi,
  type Operation,
  propertiesOf,
  type Tag,
  type TypePart,
} from './openapi-shape.ts'
import {
  describeAccess,
  type Entry,
  type Example,
  findAnswered,
  getSummary,
  listEntries,
  listExamples,
  listLinkedSchemas,
  listOutcomes,
  listRefusals,
  listShownSchemas,
  type Outcome,
} from './operation-parts.ts'

/** Pages of the API reference, one per tag. */
export type ApiGroup = { title: string; tags: readonly Tag[] }

/** Heading of the schemas that types link to. */
export const SCHEMAS = 'Schemas'
/** Titles of a command, and of the response to it. */
const COMMAND = 'Example'
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

/** Returns the anchor of a schema on each page that shows it. */
export function toSchemaAnchor(name: string): string {
  return `schema-${name}`
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

/** Returns the Markdown of the page of a tag: its operations, and the schemas that they link to. */
export function tagSource(tag: Tag, { group, openapi }: { group: string; openapi: OpenApi }): string {
  const entries = listEntries(openapi, tag)
  const names = listLinkedSchemas(entries.flatMap(listShownSchemas), openapi)
  return joined([
    markdown`# ${tag['x-displayName']} (${group})`,
    ownMarkdown(tag.description),
    entries.length > 1 ? contents(entries, '') : null,
    ...entries.flatMap((entry) => operation(entry, openapi)),
    names.length === 0 ? null : markdown`## ${SCHEMAS}`,
    ...names.flatMap((name) => [
      markdown`### ${codeSpan(name)}`,
      properties(findSchema(name, openapi), openapi),
    ]),
  ])
}

/** Joins blocks with one empty line in between. */
function joined(blocks: readonly (Markdown | null)[]): string {
  const texts = blocks.flatMap((block) => (block === null ? [] : [renderMarkdown(block).trim()]))
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}

/** Lists operations; `page` is the path of the page that they are on, empty for this one. */
function contents(entries: readonly Entry[], page: string): Markdown {
  return markdown`${entries.map((entry) => {
    const link = `[${getSummary(entry)}](${page}#${toOperationAnchor(toRoute(entry))})`
    return markdown`- ${codeSpan(toRoute(entry))} ${ownMarkdown(link)}\n`
  })}`
}

function toRoute({ methods, path }: Entry): string {
  return `${methods.join(' ').toUpperCase()} ${path}`
}

/** Returns the blocks of an operation: what it does and an example, then the request, the responses and the errors. */
function operation(entry: Entry, openapi: OpenApi): (Markdown | null)[] {
  const { operation: declared, methods } = entry
  const [method] = methods
  const outcomes = listOutcomes(declared)
  const access = describeAccess(declared)
  const command = method ? exampleRequest(openapi, { ...entry, method }) : null
  const answered = command === null ? null : findAnswered(outcomes)
  const [answer] = answered ? listExamples(answered.content) : []
  return [
    markdown`## ${ownMarkdown(getSummary(entry))}`,
    codeSpan(toRoute(entry)),
    access === null ? null : ownMarkdown(`*${access}*`),
    ownMarkdown(declared.description === declared.summary ? '' : (declared.description ?? '')),
    command === null ? null : codeBlock('sh', command, COMMAND),
    answer ? example(answer, ANSWER) : null,
    ...request(declared, openapi),
    ...responses(outcomes, { openapi, answered }),
    ...errors(declared),
  ]
}

function example({ type, text }: Example, title: string): Markdown {
  return codeBlock(type === 'application/json' ? 'json' : 'text', text, title)
}

/** Returns the blocks of the parameters and of the body. */
function request({ parameters = [], requestBody }: Operation, openapi: OpenApi): (Markdown | null)[] {
  const parts = [...(parameters.length > 0 ? ['parameters'] : []), ...(requestBody ? ['body'] : [])]
  if (parts.length === 0) return []
  const rows = parameters.map((parameter) => {
    const note = [parameter.in, ...(parameter.required ? ['required'] : [])].join(', ')
    return row({ ...parameter, type: describeType(parameter.schema, openapi), note })
  })
  return [
    ownMarkdown(`### Request: ${parts.join(' and ')}`),
    markdown`${rows}`,
    ...(requestBody ? body(requestBody, openapi) : []),
  ]
}

function body({ description, content }: NonNullable<Operation['requestBody']>, openapi: OpenApi): Markdown[] {
  const types = Object.keys(content).map((type) => `\`${type}\``)
  return [
    ownMarkdown('#### Body'),
    ownMarkdown(`*${types.join(', ')}*`),
    ownMarkdown(description ?? ''),
    ...shape(content, openapi),
    ...listExamples(content).map((one) => example(one, one.type)),
  ]
}

/** Returns the blocks of the responses. The first example of the response to the command stands below the command. */
function responses(
  outcomes: readonly Outcome[],
  { openapi, answered }: { openapi: OpenApi; answered: Outcome | null },
): Markdown[] {
  if (outcomes.length === 0) return []
  const statuses = outcomes.map(({ status }) => status).join(', ')
  return [
    ownMarkdown(`### ${outcomes.length === 1 ? 'Response' : 'Responses'} ${statuses}`),
    ...outcomes.flatMap((outcome) => [
      markdown`#### ${codeSpan(outcome.status)}`,
      ownMarkdown(outcome.description),
      ...shape(outcome.content, openapi),
      ...listExamples(outcome.content)
        .slice(outcome === answered ? 1 : 0)
        .map((one) => example(one, one.name)),
    ]),
  ]
}

function errors(declared: Operation): Markdown[] {
  const refusals = listRefusals(declared).map(
    ({ status, code, message }) => markdown`- ${codeSpan(`${status} ${code}`)}: ${ownMarkdown(message)}\n`,
  )
  return refusals.length === 0 ? [] : [ownMarkdown('### Errors'), markdown`${refusals}`]
}

/** Returns the properties of a body, a block for each alternative. All its media types share one schema. */
function shape(content: Record<string, Media>, openapi: OpenApi): Markdown[] {
  const schema = Object.values(content).find((media) => media.schema !== undefined)?.schema
  return listAlternatives(schema).flatMap((one, index) => {
    const name = findName(one)
    const list = properties(one, openapi)
    if (list === null) return []
    if (name !== null) return [codeSpan(name), list]
    return index === 0 ? [list] : [ownMarkdown('*or*'), list]
  })
}

function properties(schema: unknown, openapi: OpenApi): Markdown | null {
  const found = propertiesOf(schema, openapi)
  if (found.length === 0) return null
  return markdown`${found.map((one) => row({ ...one, note: one.required ? 'required' : '' }))}`
}

function row(field: {
  name: string
  type: readonly TypePart[]
  note: string
  description?: string
}): Markdown {
  const { name, type, note, description = '' } = field
  const words = type.map(({ text, schema }) =>
    schema === null ? text : `[${text}](#${toSchemaAnchor(schema)})`,
  )
  const facts = [words.join(''), note].filter((word) => word !== '').join(', ')
  return markdown`- ${codeSpan(name)} (${ownMarkdown(facts)})${description === '' ? null : markdown`: ${ownMarkdown(description)}`}\n`
}
