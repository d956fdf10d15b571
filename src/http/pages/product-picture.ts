import { textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import type { Language } from './i18n/languages.ts'

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
