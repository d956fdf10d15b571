import { type Html, html } from './html.ts'
import { page } from './layout.ts'
import {
  METHODS,
  type Media,
  type Method,
  type OpenApi,
  type Operation,
  type Parameter,
  propertiesOf,
  typeOf,
} from './openapi-shape.ts'
import { inline, paragraphs } from './prose.ts'

type Entry = { path: string; method: Method; operation: Operation; id: string }
type Row = { name: string; type: string; note: string; description: string }

/** The API reference for people, read from the same document that machines get. No script. */
export function docsPage(input: { base: string; openapi: OpenApi }): string {
  const { base, openapi } = input
  const entries = entriesOf(openapi)
  return page({
    base,
    language: 'en',
    title: 'API reference',
    robots: 'index',
    width: 'wide',
    body: html`<h1>API reference</h1>
${paragraphs(openapi.info.description ?? '')}
<p class="muted">${openapi.info.title} ${openapi.info.version}. For programs: <a href="${base}/openapi.json">openapi.json</a>, <a href="${base}/llms.txt">llms.txt</a>.</p>
<nav class="contents" aria-label="Contents">
<ul>
${entries.map(
  ({
    id,
    method,
    path,
    operation,
  }) => html`<li><a href="#${id}">${route(method, path)}<span>${operation.summary ?? null}</span></a></li>
`,
)}</ul>
</nav>
${entries.map((entry) => operationSection(entry, openapi))}`,
  })
}

function entriesOf(openapi: OpenApi): Entry[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      const id = `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
      return operation ? [{ path, method, operation, id }] : []
    }),
  )
}

function operationSection({ path, method, operation, id }: Entry, openapi: OpenApi): Html {
  const { summary, description, parameters = [], requestBody, responses } = operation
  return html`<section class="operation" aria-labelledby="${id}">
<h2 id="${id}">${summary ?? `${method.toUpperCase()} ${path}`}</h2>
<p class="route">${route(method, path)}</p>
${paragraphs(description ?? '')}
${parameters.length === 0 ? null : [html`<h3>Parameters</h3>`, table(parameters.map((one) => parameterRow(one, openapi)))]}
${requestBody ? [html`<h3>Body</h3>`, paragraphs(requestBody.description ?? ''), bodies(requestBody.content, openapi)] : null}
<h3>Answers</h3>
<dl class="answers">
${Object.entries(responses).map(
  ([status, response]) => html`<div><dt><code>${status}</code></dt><dd>${paragraphs(response.description)}
${bodies(response.content ?? {}, openapi)}</dd></div>
`,
)}</dl>
</section>
`
}

function route(method: Method, path: string): Html {
  return html`<code class="route"><b>${method.toUpperCase()}</b> ${path}</code>`
}

function bodies(content: Record<string, Media>, openapi: OpenApi): Html[] {
  return Object.entries(content).map(([mediaType, media], index) => {
    // The media types of one body share their properties: told once.
    const rows = index === 0 ? propertiesOf(media.schema, openapi).map(propertyRow) : []
    return html`${rows.length === 0 ? null : table(rows)}${examplesOf(media).map(
      (example) => html`<figure class="snippet">
<figcaption>${example.summary === null ? null : [example.summary, ' · ']}<code>${mediaType}</code></figcaption>
<pre><code>${example.text}</code></pre>
</figure>`,
    )}`
  })
}

function propertyRow(property: { name: string; type: string; required: boolean; description: string }): Row {
  return { ...property, note: property.required ? 'required' : '' }
}

function parameterRow(parameter: Parameter, openapi: OpenApi): Row {
  return {
    name: parameter.name,
    type: typeOf(parameter.schema, openapi),
    note: [parameter.in, parameter.required ? 'required' : ''].filter((word) => word !== '').join(', '),
    description: parameter.description ?? '',
  }
}

function table(rows: readonly Row[]): Html {
  return html`<dl class="fields">
${rows.map(
  (
    row,
  ) => html`<div><dt><code>${row.name}</code> <span>${row.type}</span>${row.note === '' ? null : html` <span>${row.note}</span>`}</dt><dd>${inline(row.description)}</dd></div>
`,
)}</dl>`
}

function examplesOf(media: Media): { summary: string | null; text: string }[] {
  const named = Object.entries(media.examples ?? {}).map(([name, example]) => ({
    summary: example.summary ?? name,
    text: exampleText(example.value),
  }))
  return media.example === undefined ? named : [{ summary: null, text: exampleText(media.example) }, ...named]
}

function exampleText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
