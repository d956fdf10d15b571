import { textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import { keepLanguage, type LanguageChoice, languageNav } from './i18n/language-choice.ts'
import { getLocale, type Language } from './i18n/languages.ts'
import { page } from './layout.ts'

/** Name of the frame that shows the email. */
const FRAME = 'demo-email'
/** Sender in the empty form, as in the picture above it. */
const SAMPLE = { name: 'Grace Hopper', email: 'grace@navy.mil' }
/** Messages that the inbox has from the beginning. */
const EARLIER = [
  { sender: 'Alan Turing', message: 'thanks' },
  { sender: 'Hedy Lamarr', message: 'prices' },
] as const
/** Longest value of a field, in characters; the body has a limit of its own. */
const MAX_LENGTHS = { line: 100, message: 600 }

/** Outcome of a message; `email` is null for spam. */
export type DemoResult = {
  message: { folder: 'inbox' | 'spam'; sender: string; words: string }
  email: { subject: string; to: string; html: string } | null
}

type Demo = { base: string; languageChoice: LanguageChoice }

/**
 * Shows how a message becomes an email: a form, an inbox, and the email. `/demo.js` keeps the inbox in the page; without it the
 * form leads to `demoPage`.
 */
export function demoSection(demo: Demo): Html {
  const { base, languageChoice } = demo
  const { language } = languageChoice
  const words = textsIn(language).front.home.demo
  return html`<section aria-labelledby="demo" class="demo" data-email="${keepLanguage(`${base}/demo/email`, languageChoice)}" data-frame="${FRAME}" data-title="${words.emailTitle}" data-spam="${words.spam}" data-now="${sayWhen(language, 'now')}">
<h2 id="demo">${words.title}</h2>
<p class="muted">${words.text}</p>
${parts(demo, null)}
<p class="unseen" role="status" data-inbox="${words.arrived}" data-spam="${words.arrivedSpam}" data-failed="${words.failed}"></p>
</section>`
}

/** Page that shows what became of a message, for browsers without a script. Its policy must allow the styles of the email. */
export function demoPage(demo: Demo & { result: DemoResult }): string {
  const { base, languageChoice, result } = demo
  const { language } = languageChoice
  const words = textsIn(language).front.home.demo
  const { title, text } = words.page[result.message.folder]
  return page({
    base,
    language,
    title,
    width: 'wide',
    foot: languageNav(`${base}/`, languageChoice),
    body: html`<div class="demo">
<h1>${title}</h1>
<p class="lead">${text}</p>
${parts(demo, result)}
</div>`,
  })
}

function parts(demo: Demo, result: DemoResult | null): Html {
  const { language } = demo.languageChoice
  const { picture, demo: words } = textsIn(language).front.home
  const home = result === null ? '' : keepLanguage(`${demo.base}/`, demo.languageChoice)
  return html`<div class="demo-parts">
${demoForm(demo, result === null)}
<div class="window inbox">
<h3 class="bar">${picture.inbox}</h3>
<ol>
${result === null ? null : messageRow(language, { ...result.message, isNew: true })}${EARLIER.map(
  ({ sender, message }) =>
    messageRow(language, { folder: 'inbox', sender, words: picture.messages[message], isNew: false }),
)}</ol>
</div>
<div class="window mail">
<h3 class="bar"><bdi>${result?.email?.subject ?? textsIn(language).visitor.formInfo.example.email}</bdi></h3>
<p class="row to"${result?.email ? null : html` hidden`}><bdi>${result?.email?.to ?? ''}</bdi></p>
${
  result?.email
    ? html`<iframe class="email" title="${words.emailTitle}" sandbox srcdoc="${result.email.html}"></iframe>`
    : html`<p class="nothing muted" data-spam="${words.noEmail}">${result === null ? words.emailHere : words.noEmail}</p>`
}
</div>
<p class="demo-next"${result === null ? html` hidden` : null}><a href="${home}#create">${words.next}</a></p>
</div>`
}

function demoForm({ base, languageChoice }: Demo, isFirst: boolean): Html {
  const { language } = languageChoice
  const { name, email, message, send } = textsIn(language).visitor.formInfo.example
  const { picture, demo } = textsIn(language).front.home
  return html`<form class="window" method="post" action="${keepLanguage(`${base}/demo`, languageChoice)}" aria-label="${demo.form}">
<p class="field"><label for="demo-name">${name}</label>
<input id="demo-name" name="name" maxlength="${MAX_LENGTHS.line}" dir="auto" autocomplete="off" value="${SAMPLE.name}"></p>
<p class="field"><label for="demo-address">${email}</label>
<input id="demo-address" name="email" type="email" maxlength="${MAX_LENGTHS.line}" dir="ltr" autocomplete="off" value="${SAMPLE.email}"></p>
<p class="field"><label for="demo-message">${message}</label>
<textarea id="demo-message" name="message" rows="3" maxlength="${MAX_LENGTHS.message}" dir="auto" required>${isFirst ? picture.messages.request : ''}</textarea></p>
<button class="button" type="submit">${send}</button>
<p class="problem" hidden></p>
</form>`
}

function messageRow(
  language: Language,
  row: { folder: 'inbox' | 'spam'; sender: string; words: string; isNew: boolean },
): Html {
  const { demo } = textsIn(language).front.home
  const { folder, sender, words, isNew } = row
  return html`<li class="row${isNew ? ' new' : ''}"><b><bdi>${sender}</bdi></b><span class="time">${sayWhen(language, isNew ? 'now' : 'yesterday')}</span><span class="words">${folder === 'spam' ? html`<span class="badge">${demo.spam}</span> ` : null}<bdi>${words}</bdi></span></li>
`
}

/** Returns the word for now or yesterday. */
function sayWhen(language: Language, when: 'now' | 'yesterday'): string {
  const format = new Intl.RelativeTimeFormat(getLocale(language), { numeric: 'auto' })
  return when === 'now' ? format.format(0, 'second') : format.format(-1, 'day')
}
