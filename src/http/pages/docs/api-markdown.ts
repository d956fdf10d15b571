import {
  codeBlock,
  codeSpan,
  type Markdown,
  markdown,
  ownMarkdown,
  renderMarkdown,
} from '../../../markup/markdown.ts'
import { type ApiGroup, listEntries, tagPath } from './api-pages.ts'
import { exampleText, listLinkedSchemas } from './bodies.ts'
import { exampleRequest } from './example-request.ts'
import { toTwinPath, twinHead } from './guide-markdown.ts'
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
  findAnswered,
  getSummary,
  listExamples,
  listOutcomes,
  listRefusals,
  listShownSchemas,
} from './operation-parts.ts'

type Shown = { base: string; openapi: OpenApi }

/** Returns all operations by group and tag, with links to the twins of their pages. */
export function indexMarkdown(groups: readonly ApiGroup[], { base, openapi }: Shown): Markdown {
  return markdown`${groups.map(
    ({ title, tags }) =>
      markdown`## ${title}\n\n${tags.map(
        (
          tag,
        ) => markdown`### ${ownMarkdown(`[${tag['x-displayName']}](${base}${toTwinPath(tagPath(tag))})`)}\n
${listEntries(openapi, tag).map((entry) => markdown`- ${route(entry)} ${ownMarkdown(getSummary(entry))}\n`)}\n`,
      )}`,
  )}`
}

/** Returns the page of a tag: its operations with an example each, and the schemas that they use. */
export function tagMarkdown(tag: Tag, shown: Shown & { group: string }): Markdown {
  const { base, openapi, group } = shown
  const entries = listEntries(openapi, tag)
  const names = listLinkedSchemas(entries.flatMap(listShownSchemas), openapi)
  const schemas = names.map(
    (name) => markdown`### ${codeSpan(name)}\n\n${properties(findSchema(name, openapi), openapi)}`,
  )
  return joined([
    markdown`# ${tag['x-displayName']} (${group})`,
    ownMarkdown(twinHead({ base, path: tagPath(tag) })),
    ownMarkdown(tag.description),
    ...entries.flatMap((entry) => operation(entry, openapi)),
    ...(names.length === 0 ? [] : [markdown`## Schemas`, ...schemas]),
  ])
}

/** Joins blocks with one empty line in between. */
function joined(blocks: readonly (Markdown | null)[]): Markdown {
  const texts = blocks.flatMap((block) => (block === null ? [] : [renderMarkdown(block).trim()]))
  return ownMarkdown(`${texts.filter((text) => text !== '').join('\n\n')}\n`)
}

/** Returns the blocks of an operation. */
function operation(entry: Entry, openapi: OpenApi): (Markdown | null)[] {
  const { operation: declared, methods } = entry
  const [method] = methods
  const outcomes = listOutcomes(declared)
  const command = method ? exampleRequest(openapi, { ...entry, method }) : null
  const answered = command === null ? null : findAnswered(outcomes)
  const [example] = Object.entries(answered?.content ?? {}).flatMap(listExamples)
  const language = example?.type === 'application/json' ? 'json' : 'text'
  const refusals = listRefusals(declared).map(
    ({ status, code, message }) => markdown`- ${codeSpan(`${status} ${code}`)}: ${ownMarkdown(message)}\n`,
  )
  return [
    markdown`## ${ownMarkdown(getSummary(entry))}`,
    route(entry),
    ownMarkdown(describeAccess(declared) ?? ''),
    ownMarkdown(declared.description === declared.summary ? '' : (declared.description ?? '')),
    command === null ? null : codeBlock('sh', command),
    example === undefined ? null : codeBlock(language, exampleText(example.type, example.value)),
    ...request(declared, openapi),
    ...outcomes.flatMap(({ status, description, content }) => [
      markdown`Response ${codeSpan(status)}: ${ownMarkdown(description)}`,
      ...body(content, openapi),
    ]),
    ...(refusals.length === 0 ? [] : [markdown`Errors:`, markdown`${refusals}`]),
  ]
}

/** Returns the blocks of the parameters and of the body. */
function request({ parameters = [], requestBody }: Operation, openapi: OpenApi): Markdown[] {
  const rows = parameters.map((parameter) => {
    const note = [parameter.in, ...(parameter.required ? ['required'] : [])].join(', ')
    return row({ ...parameter, type: describeType(parameter.schema, openapi), note })
  })
  const listed = rows.length === 0 ? [] : [markdown`Parameters:`, markdown`${rows}`]
  if (!requestBody) return listed
  const types = Object.keys(requestBody.content).map((type, index) =>
    index === 0 ? codeSpan(type) : markdown` or ${codeSpan(type)}`,
  )
  const { description } = requestBody
  const about = description === undefined ? null : markdown`: ${ownMarkdown(description)}`
  return [...listed, markdown`Body (${types})${about}`, ...body(requestBody.content, openapi)]
}

/** Returns the properties of a body, a block for each alternative. All its media types share one schema. */
function body(content: Record<string, Media>, openapi: OpenApi): Markdown[] {
  const schema = Object.values(content).find((media) => media.schema !== undefined)?.schema
  return listAlternatives(schema).flatMap((one) => {
    const name = findName(one)
    const list = properties(one, openapi)
    if (list === null) return []
    return [...(name === null ? [] : [markdown`${codeSpan(name)}:`]), list]
  })
}

function properties(schema: unknown, openapi: OpenApi): Markdown | null {
  const found = propertiesOf(schema, openapi)
  if (found.length === 0) return null
  return markdown`${found.map(({ name, type, required, description }) =>
    row({ name, type, note: required ? 'required' : '', description }),
  )}`
}

function row(field: {
  name: string
  type: readonly TypePart[]
  note: string
  description?: string
}): Markdown {
  const { name, type, note, description = '' } = field
  const facts = [type.map(({ text }) => text).join(''), note].filter((word) => word !== '').join(', ')
  return markdown`- ${codeSpan(name)} (${ownMarkdown(facts)})${description === '' ? null : markdown`: ${ownMarkdown(description)}`}\n`
}

function route({ methods, path }: Entry): Markdown {
  return codeSpan(`${methods.join(' ').toUpperCase()} ${path}`)
}
