import { type Html, html } from '../../../markup/html.ts'
import { page } from '../layout.ts'
import { paragraphs } from '../prose.ts'
import { bodies, namedBody, type Row, table } from './bodies.ts'
import {
  describeType,
  METHODS,
  type Method,
  namedSchemas,
  type OpenApi,
  type Operation,
  type Parameter,
} from './openapi-shape.ts'

/** An operation of a path, with all methods that share it. */
type Entry = { path: string; methods: Method[]; operation: Operation; id: string }

/** API reference for people, rendered from the OpenAPI document. */
export function docsPage(input: { base: string; openapi: OpenApi }): string {
  const { base, openapi } = input
  const entries = listEntries(openapi)
  const schemas = namedSchemas(openapi)
  return page({
    base,
    language: 'en',
    title: 'API reference',
    robots: 'index',
    width: 'wide',
    script: 'copy',
    body: html`<h1>API reference</h1>
<div class="lead">${paragraphs(openapi.info.description ?? '')}</div>
<p class="muted">${openapi.info.title} ${openapi.info.version}. For machines: <a href="${base}/openapi.json">openapi.json</a>, <a href="${base}/llms.txt">llms.txt</a>.</p>
<nav class="contents" aria-label="Contents">
${groupEntries(entries, openapi).map(renderContents)}
${schemas.length === 0 ? null : html`<ul><li><a href="#bodies">Bodies</a></li></ul>`}
</nav>
${groupEntries(entries, openapi).flatMap((group) => group.entries.map((entry) => operationSection(entry, openapi)))}
${schemas.length === 0 ? null : html`<h2 id="bodies">Bodies</h2>`}
${schemas.map(([name, schema]) => namedBody(name, schema, openapi))}`,
  })
}

type Group = { heading: string | null; entries: Entry[] }

/** Groups the entries by tag, in the order of the document; entries without a tag come first. */
function groupEntries(entries: readonly Entry[], { tags = [] }: OpenApi): Group[] {
  const inPart = (name: string | undefined) => entries.filter(({ operation }) => operation.tags?.[0] === name)
  const parts = tags.map(({ name, description }) => ({
    heading: description.replace(/\.$/, ''),
    entries: inPart(name),
  }))
  return [{ heading: null, entries: inPart(undefined) }, ...parts].filter((group) => group.entries.length > 0)
}

function renderContents({ heading, entries }: Group): Html {
  return html`${heading === null ? null : html`<h2>${heading}</h2>`}
<ul>
${entries.map(
  (entry) => html`<li><a href="#${entry.id}">${route(entry)}<span>${getSummary(entry)}</span></a></li>
`,
)}</ul>
`
}

function listEntries(openapi: OpenApi): Entry[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) => {
    const entries: Entry[] = []
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const same = entries.find((entry) => JSON.stringify(entry.operation) === JSON.stringify(operation))
      if (same) same.methods.push(method)
      else entries.push({ path, methods: [method], operation, id: toAnchor(method, path) })
    }
    return entries
  })
}

function toAnchor(method: Method, path: string): string {
  return `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
}

function operationSection(entry: Entry, openapi: OpenApi): Html {
  const { operation, id } = entry
  const { description, parameters = [], requestBody, responses } = operation
  return html`<section class="operation">
<h2 id="${id}">${getSummary(entry)}</h2>
<p>${route(entry)}</p>
${accessTo(operation)}
${paragraphs(description ?? '')}
${parameters.length === 0 ? null : [html`<h3>Parameters</h3>`, table(parameters.map((one) => parameterRow(one, openapi)))]}
${requestBody ? [html`<h3>Body</h3>`, paragraphs(requestBody.description ?? ''), bodies(requestBody.content, openapi)] : null}
<h3>Responses</h3>
<dl class="responses">
${Object.entries(responses).map(
  ([status, response]) => html`<div>
<dt><code>${status}</code></dt>
<dd>${paragraphs(response.description)}
${bodies(response.content ?? {}, openapi)}</dd>
</div>
`,
)}</dl>
</section>
`
}

/** Says who may call an operation; null if anyone may. */
function accessTo({ security = [] }: Operation): Html | null {
  if (security.length === 0) return null
  const scopes = security.flatMap((one) => one.key ?? [])
  return scopes.length > 0
    ? html`<p class="muted">Requires a signed-in owner or an API key with the scope ${scopes.map((scope) => html`<code>${scope}</code>`)}.</p>`
    : html`<p class="muted">Requires a signed-in owner. API keys are not accepted.</p>`
}

/** Returns the summary as a heading, without the full stop. */
function getSummary({ operation, path }: Entry): string {
  return (operation.summary ?? path).replace(/\.$/, '')
}

function route({ methods, path }: Entry): Html {
  return html`<code class="route"><b>${methods.join(' ').toUpperCase()}</b> ${path}</code>`
}

function parameterRow(parameter: Parameter, openapi: OpenApi): Row {
  return {
    name: parameter.name,
    type: describeType(parameter.schema, openapi),
    note: [parameter.in, parameter.required ? 'required' : ''].filter((word) => word !== '').join(', '),
    description: parameter.description ?? '',
  }
}
