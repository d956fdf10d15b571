import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { getSentenceSpace, type Language } from '../i18n/languages.ts'
import { type KeptEmails, keptEmailsNote } from '../kept-emails.ts'
import { titledPage } from '../layout.ts'
import type { Wait } from '../waiting.ts'

/** Problem with the previous attempt; null at first. */
type AskProblem = { kind: 'not_an_address' } | { kind: 'too_often'; wait: Wait } | null

/**
 * Asks for the email address that the sign-in email is sent to.
 *
 * @param input.next path of this service to open after the sign-in, or null
 * @param input.mailbox the rejected address; empty at first
 */
export function signInPage(input: {
  base: string
  language: Language
  next: string | null
  mailbox: string
  problem: AskProblem
}): string {
  const { base, language, next, mailbox } = input
  const words = textsIn(language).visitor.signIn.ask
  const problem = problemText(input.problem, words)
  return titledPage({
    base,
    language,
    title: words.title,
    preview: { text: words.text, path: '/sign-in' },
    content: html`<p class="lead">${words.text}</p>
${problemLine(problem)}
<form method="post" action="${base}/sign-in">
<p class="field"><label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" dir="ltr" required autofocus value="${mailbox}"${describedBy(problem)}></p>
${next === null ? null : html`<input type="hidden" name="next" value="${next}">`}
<button class="button main" type="submit">${words.send}</button>
</form>`,
  })
}

/**
 * Asks for the code of the email that may be on its way. Looks the same for addresses with and without an account.
 *
 * @param input.mailbox the address as typed; null if unknown
 * @param input.keptEmails null if a mail server delivers emails
 */
export function checkInboxPage(input: {
  base: string
  language: Language
  mailbox: string | null
  problem: 'wrong_code' | null
  keptEmails: KeptEmails | null
}): string {
  const { base, language, mailbox, keptEmails } = input
  const words = textsIn(language).visitor.signIn.sent
  const space = getSentenceSpace(language)
  const problem = input.problem === null ? null : words.wrongCode
  return titledPage({
    base,
    language,
    title: words.title,
    kicker: mailbox === null ? null : html`<p class="kicker"><bdi dir="ltr">${mailbox}</bdi></p>`,
    content: html`<p class="lead">${words.text}</p>
${problemLine(problem)}
<form method="post" action="${base}/sign-in/code">
${mailbox === null ? null : html`<input type="hidden" name="email" value="${mailbox}">`}
<p class="field"><label for="code">${words.code}</label>
<input class="code" id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="24" dir="ltr" required autofocus${describedBy(problem)}></p>
<button class="button main" type="submit">${words.submit}</button>
</form>
<div class="aside">
${keptEmails === null ? null : html`<p>${keptEmailsNote(keptEmails, language)}</p>`}
<p>${words.nothingCame}${space}<a href="${base}/sign-in">${words.again}</a></p>
</div>`,
  })
}

/** Confirms that this browser has no session anymore. */
export function signedOutPage(input: { base: string; language: Language }): string {
  const { base, language } = input
  const words = textsIn(language).visitor.signIn.signedOut
  return titledPage({
    base,
    language,
    title: words.title,
    content: html`<p class="lead">${words.text}</p>
<div class="actions"><a class="button main" href="${base}/sign-in">${words.again}</a></div>`,
  })
}

function problemText(
  problem: AskProblem,
  words: { notAnAddress: string; tooOften(wait: Wait): string },
): string | null {
  switch (problem?.kind) {
    case undefined:
      return null
    case 'not_an_address':
      return words.notAnAddress
    case 'too_often':
      return words.tooOften(problem.wait)
  }
}

function problemLine(problem: string | null): Html | null {
  return problem === null ? null : html`<p class="problem" id="problem" role="alert">${problem}</p>`
}

function describedBy(problem: string | null): Html | null {
  return problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`
}
