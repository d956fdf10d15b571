import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { inline, paragraphs } from '../prose.ts'
import { bodyShape, exampleFigure, exampleText, type Row, table } from './bodies.ts'
import { exampleRequest } from './example-request.ts'
import { linkedHeading } from './guide-content.ts'
import { describeType, type OpenApi, type Operation } from './openapi-shape.ts'
import {
  describeAccess,
  type Entry,
  findAnswered,
  getSummary,
  listExamples,
  listOutcomes,
  listRefusals,
  type Outcome,
  type RefusalExample,
} from './operation-parts.ts'

/** Renders an operation: what it does and an example; the request, the responses and the errors are folded. */
export function operationSection(entry: Entry, shown: { base: string; openapi: OpenApi }): Html {
  const { operation, id } = entry
  const { base, openapi } = shown
  const outcomes = listOutcomes(operation)
  const access = describeAccess(operation)
  const [method] = entry.methods
  const command = method ? exampleRequest(openapi, { ...entry, method }) : null
  const answered = command === null ? null : findAnswered(outcomes)
  return html`<section class="operation" aria-labelledby="${id}">
${linkedHeading({ level: 2, id, text: getSummary(entry) })}<p>${route(entry)}</p>
${access === null ? null : html`<p class="muted">${inline(access)}</p>`}
${paragraphs(operation.description === operation.summary ? '' : (operation.description ?? ''))}
${command === null ? null : renderExample(command, answered)}
${renderRequest(operation, openapi)}
${renderOutcomes(outcomes, { openapi, answered })}
${renderRefusals(listRefusals(operation), base)}
</section>
`
}

/** Renders the methods and the path of an operation. */
export function route({ methods, path }: Entry): Html {
  return html`<code class="route"><b>${methods.join(' ').toUpperCase()}</b> ${path}</code>`
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
