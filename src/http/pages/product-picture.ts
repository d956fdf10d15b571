import { type Html, html } from '../../markup/html.ts'
import { frontWordsIn, type Language, visitorWordsIn } from './i18n/languages.ts'

const ROWS = [
  { sender: 'Grace Hopper', time: '09:41' },
  { sender: 'Alan Turing', time: '08:20' },
  { sender: 'Hedy Lamarr', time: '07:55' },
] as const

/** Draws an inbox and the email about its newest message, without any file to load. */
export function productPicture(language: Language): Html {
  const { label, inbox, subject, messages } = frontWordsIn(language).home.picture
  const { email, message } = visitorWordsIn(language).formInfo.example
  return html`<div class="product" role="img" aria-label="${label}">
<div class="window inbox">
<p class="bar">${inbox}</p>
${ROWS.map(
  (
    { sender, time },
    index,
  ) => html`<p class="row"><b>${sender}</b><span class="time" dir="ltr">${time}</span><span class="words">${messages[index] ?? ''}</span></p>
`,
)}</div>
<div class="window mail">
<p class="bar">${subject}</p>
<p class="row"><span class="time">${email}</span><span class="words" dir="ltr">grace@navy.mil</span></p>
<p class="row"><span class="time">${message}</span><span class="words">${messages[0]}</span></p>
</div>
</div>`
}
