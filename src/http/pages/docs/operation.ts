import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { paragraphs } from '../prose.ts'
import { bodyShape, exampleFigure, exampleText, type Row, table } from './bodies.ts'
import { exampleRequest } from './example-request.ts'
import { linkedHeading } from './guide-content.ts'
import { describeType, type Media, type Method, type OpenApi, type Operation } from './openapi-shape.ts'

/** An operation of a path, with all methods that share it. `id` is its anchor. */
export type Entry = { path: string; methods: readonly Method[]; operation: Operation; id: string }

/** A response by status. Refusals are those whose examples are error codes. */
type Outcome = { status: string; description: string; content: Record<string, Media> }
type RefusalExample = { status: string; code: string; message: string }

/** Renders an operation: what it does and an example; the request, the responses and the errors are folded. */
export function operationSection(entry: Entry, shown: { base: string; openapi: OpenApi }): Html {
  const { operation, id } = entry
  const { base, openapi } = shown
  const outcomes = listOutcomes(operation)
  const [method] = entry.methods
  const command = method ? exampleRequest(openapi, { ...entry, method }) : null
  const answered = command === null ? null : findAnswered(outcomes)
  return html`<section class="operation" aria-labelledby="${id}">
${linkedHeading({ level: 2, id, text: getSummary(entry) })}<p>${route(entry)}</p>
${accessTo(operation)}
${paragraphs(operation.description ?? '')}
${command === null ? null : renderExample(command, answered)}
${renderRequest(operation, openapi)}
${renderOutcomes(outcomes, { openapi, answered })}
${renderRefusals(listRefusals(operation), base)}
</section>
`
}

/** Returns the summary as a heading, without the full stop. */
export function getSummary({ operation, path }: Entry): string {
  return (operation.summary ?? path).replace(/\.$/, '')
}

/** Renders the methods and the path of an operation. */
export function route({ methods, path }: Entry): Html {
  return html`<code class="route"><b>${methods.join(' ').toUpperCase()}</b> ${path}</code>`
}

/** Lists the schemas of the request and of the successful responses. */
export function listShownSchemas({ operation }: Entry): unknown[] {
  const contents = [
    operation.requestBody?.content ?? {},
    ...listOutcomes(operation).map(({ content }) => content),
  ]
  return contents.flatMap((content) => Object.values(content).map(({ schema }) => schema))
}

/** Says who may call an operation; null if anyone may. */
function accessTo({ security = [] }: Operation): Html | null {
  if (security.length === 0) return null
  const scopes = security.flatMap((one) => one.key ?? [])
  const ownKey = security.some((one) => one.queueKey ?? one.readKey)
  const codes = scopes.map((scope, index) => html`${index === 0 ? '' : ' and '}<code>${scope}</code>`)
  if (ownKey) {
    return html`<p class="muted">Requires a key of the endpoint, or an API key of its owner${scopes.length > 0 ? html` with the scope ${codes}` : null}.</p>`
  }
  return scopes.length > 0
    ? html`<p class="muted">Requires a signed-in owner, or an API key with the scope ${codes}.</p>`
    : html`<p class="muted">Requires a signed-in owner. API keys are not accepted.</p>`
}

/** Renders a command that calls the operation, and the response to it. */
function renderExample(command: string, answered: Outcome | null): Html {
  const [answer] = Object.entries(answered?.content ?? {}).flatMap(listExamples)
  return snippet({
    language: 'en',
    heading: 'Example',
    text: command,
    ...(answer === undefined ? {} : { answer: exampleText(answer.type, answer.value) }),
  })
}

/** Returns the response to the command. Where there is 201 or 202, 200 is the response to a dry run. */
function findAnswered(outcomes: readonly Outcome[]): Outcome | null {
  return outcomes.find(({ status }) => status === '201' || status === '202') ?? outcomes[0] ?? null
}

function listExamples([type, { example, examples = {} }]: [string, Media]) {
  const alone = example === undefined ? [] : [{ type, name: type, value: example }]
  const named = Object.entries(examples).map(([name, one]) => ({
    type,
    name: one.summary ?? name,
    value: one.value,
  }))
  return [...alone, ...named]
}

function renderRequest({ parameters = [], requestBody }: Operation, openapi: OpenApi): Html | null {
  if (parameters.length === 0 && !requestBody) return null
  const rows = parameters.map(
    (parameter): Row => ({
      name: parameter.name,
      type: describeType(parameter.schema, openapi),
      note: [parameter.in, parameter.required ? 'required' : ''].filter((word) => word !== '').join(', '),
      description: parameter.description ?? '',
    }),
  )
  const parts = [...(rows.length > 0 ? ['parameters'] : []), ...(requestBody ? ['body'] : [])]
  return html`<details>
<summary>Request: ${parts.join(' and ')}</summary>
${table(rows)}
${requestBody ? renderBody(requestBody, openapi) : null}
</details>`
}

function renderBody({ description, content }: NonNullable<Operation['requestBody']>, openapi: OpenApi): Html {
  const types = Object.keys(content)
  return html`<h3>Body</h3>
<p class="muted">${types.map((type, index) => html`${index === 0 ? '' : ', '}<code>${type}</code>`)}</p>
${paragraphs(description ?? '')}
${bodyShape(content, openapi)}
${Object.entries(content)
  .flatMap(listExamples)
  .map(({ type, value }) => exampleFigure(type, value))}`
}

function renderOutcomes(
  outcomes: readonly Outcome[],
  shown: { openapi: OpenApi; answered: Outcome | null },
): Html | null {
  if (outcomes.length === 0) return null
  const statuses = outcomes.map(({ status }) => status).join(', ')
  return html`<details>
<summary>${outcomes.length === 1 ? 'Response' : 'Responses'} ${statuses}</summary>
<dl class="responses">
${outcomes.map(
  (outcome) => html`<div>
<dt><code>${outcome.status}</code></dt>
<dd>${paragraphs(outcome.description)}
${bodyShape(outcome.content, shown.openapi)}
${renderExamples(outcome, outcome === shown.answered ? 1 : 0)}</dd>
</div>
`,
)}</dl>
</details>`
}

/** Renders the examples of a response except the first ones, which are shown below the command. */
function renderExamples({ content }: Outcome, shownAlready: number): Html[] {
  return Object.entries(content)
    .flatMap(listExamples)
    .slice(shownAlready)
    .map(({ name, type, value }) =>
      snippet({ language: 'en', heading: name, text: exampleText(type, value) }),
    )
}

function renderRefusals(refusals: readonly RefusalExample[], base: string): Html | null {
  if (refusals.length === 0) return null
  return html`<details>
<summary>Errors</summary>
<dl class="responses">
${refusals.map(
  ({ status, code, message }) => html`<div>
<dt><code>${status}</code></dt>
<dd><p><a href="${base}/docs/errors#${code}"><code>${code}</code></a> ${message}</p></dd>
</div>
`,
)}</dl>
</details>`
}

/** Lists the responses that are no refusals. */
function listOutcomes({ responses }: Operation): Outcome[] {
  return Object.entries(responses)
    .filter(([status, response]) => status !== 'default' && listCodes(response).length === 0)
    .map(([status, { description, content = {} }]) => ({ status, description, content }))
}

function listRefusals({ responses }: Operation): RefusalExample[] {
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
