import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { inline } from '../prose.ts'
import { findName, type Media, type OpenApi, propertiesOf } from './openapi-shape.ts'

/** A row of a table: a parameter, or a property of a body. */
export type Row = { name: string; type: string; note: string; description: string }

/** Renders the media types of a request or response body, each with its schema and examples. */
export function bodies(content: Record<string, Media>, openapi: OpenApi): Html[] {
  return Object.entries(content).map(
    ([mediaType, media], index) =>
      // All media types of a body share one schema, so it is shown once.
      html`${index === 0 ? renderShape(media.schema, openapi) : null}${examples(mediaType, media)}`,
  )
}

/** Renders a named schema that bodies link to. */
export function namedBody(name: string, schema: unknown, openapi: OpenApi): Html {
  return html`<section class="shape" aria-labelledby="${toAnchor(name)}">
<h3 id="${toAnchor(name)}"><code>${name}</code></h3>
${table(toRows(schema, openapi))}
</section>
`
}

/** Renders rows of names, types and descriptions; null without rows. */
export function table(rows: readonly Row[]): Html | null {
  if (rows.length === 0) return null
  return html`<dl class="fields">
${rows.map(
  ({ name, type, note, description }) => html`<div>
<dt><code>${name}</code> <span>${type}</span>${note === '' ? null : html` <span>${note}</span>`}</dt>
<dd>${inline(description)}</dd>
</div>
`,
)}</dl>`
}

function renderShape(schema: unknown, openapi: OpenApi): Html | null {
  const name = findName(schema)
  if (name === null) return table(toRows(schema, openapi))
  return html`<p>Body: <a href="#${toAnchor(name)}"><code>${name}</code></a></p>`
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
  return `body-${name}`
}

/** Renders a single example open, and several examples folded under their names. */
function examples(mediaType: string, media: Media): Html[] {
  const named = Object.entries(media.examples ?? {})
  const alone = media.example === undefined ? [] : [exampleFigure(mediaType, media.example)]
  if (named.length === 1) alone.push(...named.map(([, { value }]) => exampleFigure(mediaType, value)))
  const many = named.length > 1 ? named : []
  return [
    ...alone,
    ...many.map(
      ([name, { summary, value }]) => html`<details>
<summary><code>${summary ?? name}</code></summary>
${exampleFigure(mediaType, value)}
</details>
`,
    ),
  ]
}

function exampleFigure(mediaType: string, value: unknown): Html {
  return snippet({ language: 'en', heading: mediaType, text: exampleText(mediaType, value) })
}

/** Formats an example as it is sent: forms URL-encoded, multipart forms field by field, all else as JSON. */
function exampleText(mediaType: string, value: unknown): string {
  if (typeof value === 'string') return value
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType)
  if (!isForm || typeof value !== 'object' || value === null) return JSON.stringify(value, null, 2)
  const fields = Object.entries(value).map(([name, content]) => [name, String(content)])
  if (mediaType.startsWith('application/')) return new URLSearchParams(fields).toString()
  return fields.map(([name, content]) => `${name}: ${content}`).join('\n')
}
