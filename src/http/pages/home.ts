import type { Challenge } from '../../domain/challenges/challenge.ts'
import { type Texts, textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import { demoSection } from './demo.ts'
import { agentPrompt, createCommand, creationResponse, formSnippet, snippet } from './forms/snippets.ts'
import {
  type FrontVisitor,
  frontNav,
  keepLanguage,
  type LanguageChoice,
  languageNav,
  ownerLink,
} from './i18n/language-choice.ts'
import type { Language } from './i18n/languages.ts'
import { page } from './layout.ts'
import { inline } from './prose.ts'
import type { Wait } from './waiting.ts'

/** Paths of the kinds, in the order in which the page describes them. */
const CREATION_PATHS = ['/new', '/t/new', '/q/new'] as const
/** The guides of the kinds, in the same order. */
const GUIDES = ['forms', 'telemetry', 'queues']

/** Reason why no endpoint was created, shown next to the field. */
export type HomeProblem =
  | {
      kind:
        | 'missing'
        | 'invalid'
        | 'placeholder'
        | 'multiple'
        | 'suppressed'
        | 'tooSoon'
        | 'notStored'
        | 'noSpace'
    }
  | { kind: 'tooMany'; wait: Wait }
  /** With the challenge that the browser solves by itself; without one it gets one when the button is pressed. */
  | { kind: 'proofNeeded'; challenge: Challenge | null }

/**
 * Landing page: explains the product, creates an endpoint with a form, and shows the other ways to create one.
 *
 * @param input.typed the rejected recipient; empty at first
 * @param input.idempotencyKey identifies this rendering of the form, so that a double click creates one endpoint
 */
export function homePage(input: {
  base: string
  languageChoice: LanguageChoice
  visitor: FrontVisitor
  typed: string
  problem: HomeProblem | null
  idempotencyKey: string
}): string {
  const { base, languageChoice } = input
  const { language } = languageChoice
  const words = textsIn(language).front
  const { home } = words
  const problem = input.problem && problemText(input.problem, home.problem)
  return page({
    base,
    language,
    title: problem ?? home.title,
    robots: problem === null ? 'index' : 'noindex',
    width: 'wide',
    script: 'front',
    nav: frontNav({ base, language, visitor: input.visitor }),
    preview: { text: home.lead, path: '/' },
    twinPath: '/index.md',
    foot: languageNav(`${base}/`, languageChoice),
    body: html`<div class="hero">
<div>
<h1>${home.title}</h1>
<p class="lead">${home.lead}</p>
${creationForm({ ...input, words, text: problem })}
</div>
${productPicture(language)}
</div>
${demoSection(input)}
${kindsSection(base, home.kinds)}
<section aria-labelledby="elsewhere">
<h2 id="elsewhere">${home.otherWays.title}</h2>
<div class="ways-in">
${snippet({ language, heading: home.otherWays.shell, text: createCommand(base), answer: creationResponse(base) })}
${snippet({ language, heading: home.otherWays.agent, text: agentPrompt(base), textLanguage: 'en' })}
</div>
</section>
<section aria-labelledby="steps">
<h2 id="steps">${home.steps.title}</h2>
<ol class="steps">
${Object.values(home.steps.list).map(
  ({ name, text }) => html`<li><h3>${name}</h3><p>${inline(text)}</p></li>
`,
)}</ol>
${snippet({ language, heading: textsIn(language).visitor.formInfo.inPage, text: formSnippet(`${base}/f/f_…`, { language }) })}
</section>
<section aria-labelledby="promises">
<h2 id="promises">${home.promises.title}</h2>
<dl class="promises">
${Object.values(home.promises.list).map(promiseItem)}</dl>
</section>
<section aria-labelledby="self-hosting">
<h2 id="self-hosting">${home.selfHosting.name}</h2>
<p class="measure">${home.selfHosting.text}</p>
<div class="measure">${snippet({ language, heading: home.otherWays.shell, text: 'npm ci\nnpm start' })}</div>
</section>
<p class="muted limits">${home.limits}</p>
<div class="links">
<a href="${base}/docs">${words.nav.docs}</a>
<a href="${base}/llms.txt"><code>llms.txt</code></a>
<a href="${base}/openapi.json"><code>openapi.json</code></a>
${ownerLink({ base, language, visitor: input.visitor })}
</div>`,
  })
}

/** Shows what each kind of endpoint is for, and the path that creates one; its name leads to the guide. */
function kindsSection(base: string, kinds: Texts['front']['home']['kinds']): Html {
  return html`<section aria-labelledby="kinds">
<h2 id="kinds">${kinds.title}</h2>
<ul class="kinds">
${Object.values(kinds.list).map(
  (
    { name, text },
    index,
  ) => html`<li><h3><a class="quiet" href="${base}/docs/${GUIDES[index] ?? ''}">${name}</a></h3><p>${text}</p><p><code dir="ltr">POST ${CREATION_PATHS[index] ?? ''}</code></p></li>
`,
)}</ul>
</section>`
}

function creationForm(form: {
  base: string
  languageChoice: LanguageChoice
  typed: string
  idempotencyKey: string
  words: Texts['front']
  problem: HomeProblem | null
  text: string | null
}): Html {
  const { problem, text } = form
  const { home } = form.words
  const described = text === null ? 'beside' : 'problem beside'
  const isProof = problem?.kind === 'proofNeeded'
  return html`<form class="create" id="create" method="post" action="${keepLanguage(`${form.base}/new`, form.languageChoice)}">
<p class="field"><label for="recipient">${home.recipient}</label>
<input id="recipient" name="recipient" type="email" autocomplete="email" placeholder="you@yourcompany.com" maxlength="254" dir="ltr" required aria-describedby="${described}" value="${form.typed}"${text === null || isProof ? null : html` aria-invalid="true" autofocus`}></p>
${text === null ? null : html`<p class="${isProof ? 'note' : 'problem'}" id="problem" role="alert">${text}</p>`}
${isProof && problem.challenge ? html`<input type="hidden" name="altcha" data-challenge="${JSON.stringify(problem.challenge)}" disabled>` : null}
<input type="hidden" name="idempotency_key" value="${form.idempotencyKey}">
<button class="button main" type="submit">${home.create}</button>
<p class="muted small" id="beside">${home.noSignUp}</p>
</form>`
}

function problemText(problem: HomeProblem, words: Texts['front']['home']['problem']): string {
  return problem.kind === 'tooMany' ? words.tooMany(problem.wait) : words[problem.kind]
}

function promiseItem({ name, text }: { name: string; text: string }): Html {
  return html`<div><dt>${name}</dt><dd>${text}</dd></div>
`
}

const ROWS = [
  { sender: 'Grace Hopper', time: '09:41', message: 'request' },
  { sender: 'Alan Turing', time: '08:20', message: 'thanks' },
  { sender: 'Hedy Lamarr', time: '07:55', message: 'prices' },
] as const

/** Draws an inbox and the email about its newest message, without any file to load. */
export function productPicture(language: Language): Html {
  const { label, inbox, subject, messages } = textsIn(language).front.home.picture
  const { email, message } = textsIn(language).visitor.formInfo.example
  return html`<div class="product" role="img" aria-label="${label}">
<div class="window inbox">
<p class="bar">${inbox}</p>
${ROWS.map(
  (
    row,
  ) => html`<p class="row"><b>${row.sender}</b><span class="time" dir="ltr">${row.time}</span><span class="words">${messages[row.message]}</span></p>
`,
)}</div>
<div class="window mail">
<p class="bar">${subject}</p>
<p class="row"><span class="time">${email}</span><span class="words" dir="ltr">grace@navy.mil</span></p>
<p class="row"><span class="time">${message}</span><span class="words">${messages.request}</span></p>
</div>
</div>`
}
