import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { inline } from '../prose.ts'
import {
  findName,
  findSchema,
  listAlternatives,
  type Media,
  type OpenApi,
  propertiesOf,
  type TypePart,
} from './openapi-shape.ts'

/** A row of a table: a parameter, or a property of a body. */
export type Row = { name: string; type: readonly TypePart[]; note: string; description: string }

/** Renders the properties of a request or response body. All media types of a body share one schema, so it is shown once. */
export function bodyShape(content: Record<string, Media>, openapi: OpenApi): Html[] {
  const schema = Object.values(content).find((media) => media.schema !== undefined)?.schema
  return listAlternatives(schema).map((one) => {
    const rows = toRows(one, openapi)
    if (rows.length === 0) return html``
    const name = findName(one)
    return html`${name === null ? null : html`<p class="kicker"><code>${name}</code></p>\n`}${table(rows)}\n`
  })
}

/** Renders a named schema that types link to, folded. */
export function namedSchema(name: string, openapi: OpenApi): Html {
  return html`<details>
<summary><code>${name}</code></summary>
<div id="${toAnchor(name)}">${table(toRows(findSchema(name, openapi), openapi))}</div>
</details>
`
}

/** Lists the named schemas that tables of these schemas link to, and those that the tables of these link to. */
export function listLinkedSchemas(schemas: readonly unknown[], openapi: OpenApi): string[] {
  const found = new Set<string>()
  const visit = (schema: unknown) => {
    for (const name of propertiesOf(schema, openapi).flatMap(({ type }) => type.flatMap(listNames))) {
      if (found.has(name)) continue
      found.add(name)
      visit(findSchema(name, openapi))
    }
  }
  for (const schema of schemas.flatMap(listAlternatives)) visit(schema)
  return [...found].sort()
}

function listNames({ schema }: TypePart): string[] {
  return schema === null ? [] : [schema]
}

/** Renders rows of names, types and descriptions; null without rows. */
export function table(rows: readonly Row[]): Html | null {
  if (rows.length === 0) return null
  return html`<dl class="fields">
${rows.map(
  ({ name, type, note, description }) => html`<div>
<dt><code>${name}</code> <span>${renderType(type)}</span>${note === '' ? null : html` <span>${note}</span>`}</dt>
<dd>${inline(description)}</dd>
</div>
`,
)}</dl>`
}

/** Renders a body under the name of its media type. */
export function exampleFigure(mediaType: string, value: unknown): Html {
  return snippet({ language: 'en', heading: mediaType, text: exampleText(mediaType, value) })
}

/** Formats an example as it is sent: forms URL-encoded, multipart forms field by field, all else as JSON. */
export function exampleText(mediaType: string, value: unknown): string {
  if (typeof value === 'string') return value
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType)
  if (!isForm || typeof value !== 'object' || value === null) return JSON.stringify(value, null, 2)
  const fields = Object.entries(value).map(([name, content]) => [name, String(content)])
  if (mediaType.startsWith('application/')) return new URLSearchParams(fields).toString()
  return fields.map(([name, content]) => `${name}: ${content}`).join('\n')
}

function renderType(parts: readonly TypePart[]): Html[] {
  return parts.map(({ text, schema }) =>
    schema === null ? html`${text}` : html`<a href="#${toAnchor(schema)}">${text}</a>`,
  )
}

function toRows(schema: unknown, openapi: OpenApi): Row[] {
  return propertiesOf(schema, openapi).map(({ name, type, required, description }) => ({
    name,
    type,
    note: required ? 'required' : '',
    description,
  }))
}

function toAnchor(name: string): string {
  return `schema-${name}`
}
