import type { PublicState } from '../../../domain/endpoints/endpoint.ts'
import type { FormFiles } from '../../../domain/files/form-files.ts'
import { formatBytes } from '../../../domain/language.ts'
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
  state: PublicState | 'unknown'
  /** Proof of work that the form asks for. */
  challenge?: ChallengeMode
  /** Files that the form takes; none by default. */
  files?: FormFiles | null
}): string {
  const { base, language, formId, endpointUrl, state, challenge = 'off', files = null } = input
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
        body: usageContent({ language, formId, endpointUrl, state, challenge, files }),
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
    case 'suspended':
      return page({
        base,
        language,
        title: refusal.suspended.title,
        body: endedContent(formId, refusal.suspended),
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
  files: FormFiles | null
}): Html {
  const { language, endpointUrl, challenge, files } = form
  const words = textsIn(language).visitor.formInfo
  return html`<p class="kicker"><code dir="ltr">${form.formId}</code></p>
<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
<p class="state ${form.state}">${words.state[form.state]}</p>
${files === null ? null : html`<p>${describeFiles(files, language)}</p>`}
${snippet({ language, heading: words.inPage, text: formSnippet(endpointUrl, { language, challenge, files }) })}
${snippet({ language, heading: words.onCommandLine, text: submitCommand(endpointUrl, { language, challenge }) })}
<p class="muted">${inline(words.dryRun)}</p>`
}

function describeFiles({ accept, maxFiles, maxBytes, maxTotalBytes }: FormFiles, language: Language): string {
  return textsIn(language).visitor.formInfo.files({
    most: String(maxFiles),
    each: formatBytes(language, maxBytes),
    total: formatBytes(language, maxTotalBytes),
    kinds: accept.map((suffix) => suffix.slice(1)).join(', '),
  })
}

function endedContent(formId: string, words: { title: string; owner: string }): Html {
  return html`<p class="kicker"><code dir="ltr">${formId}</code></p>
<h1>${words.title}</h1>
<p class="lead">${inline(words.owner)}</p>`
}
