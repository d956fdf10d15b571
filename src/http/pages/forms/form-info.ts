import type { EndpointState } from '../../../domain/endpoints/endpoint.ts'
import type { ChallengeMode } from '../../../domain/spam/spam-settings.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import type { Language } from '../i18n/languages.ts'
import { page } from '../layout.ts'
import { inline } from '../prose.ts'
import { formSnippet, snippet, submitCommand } from './snippets.ts'

/** Page at `GET /f/{form_id}`: how to send forms here, or why that is no longer possible. */
export function formInfoPage(input: {
  base: string
  language: Language
  formId: string
  endpointUrl: string
  state: EndpointState | 'unknown'
  /** Proof of work that the form asks for. */
  challenge?: ChallengeMode
}): string {
  const { base, language, formId, endpointUrl, state, challenge = 'off' } = input
  const { refusal } = textsIn(language).visitor
  switch (state) {
    case 'unclaimed':
    case 'claimed':
    case 'frozen':
      return page({
        base,
        language,
        title: textsIn(language).visitor.formInfo.title,
        script: 'copy',
        twinPath: `/f/${formId}.md`,
        preview: { text: textsIn(language).visitor.formInfo.text, path: `/f/${formId}` },
        body: usageContent({ language, formId, endpointUrl, state, challenge }),
      })
    case 'expired':
      return page({
        base,
        language,
        title: refusal.expired.title,
        body: endedContent(formId, refusal.expired),
      })
    case 'retired':
      return page({
        base,
        language,
        title: refusal.retired.title,
        body: endedContent(formId, refusal.retired),
      })
    case 'unknown':
      return page({
        base,
        language,
        title: refusal.formNotFound.title,
        body: endedContent(formId, refusal.formNotFound),
      })
  }
}

function usageContent(form: {
  language: Language
  formId: string
  endpointUrl: string
  state: 'unclaimed' | 'claimed' | 'frozen'
  challenge: ChallengeMode
}): Html {
  const { language, endpointUrl, challenge } = form
  const words = textsIn(language).visitor.formInfo
  return html`<p class="kicker"><code dir="ltr">${form.formId}</code></p>
<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
<p class="state ${form.state}">${words.state[form.state]}</p>
${snippet({ language, heading: words.inPage, text: formSnippet(endpointUrl, { language, challenge }) })}
${snippet({ language, heading: words.onCommandLine, text: submitCommand(endpointUrl, { language, challenge }) })}
<p class="muted">${inline(words.dryRun)}</p>`
}

function endedContent(formId: string, words: { title: string; owner: string }): Html {
  return html`<p class="kicker"><code dir="ltr">${formId}</code></p>
<h1>${words.title}</h1>
<p class="lead">${inline(words.owner)}</p>`
}
