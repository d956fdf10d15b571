import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentPrompt, formSnippet } from '../../../src/http/pages/forms/snippets.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { htmlSnippet } from '../../../src/snippets/html.ts'

const ENDPOINT = 'https://forms.dev/f/f_0000000000000000'
const trapIn = (text: string) => /<div hidden>.*?<\/div>/.exec(text)?.[0]

test('uses the same honeypot in every snippet, labeled and out of the tab order', () => {
  const inDashboard = trapIn(htmlSnippet({ endpointUrl: ENDPOINT }).code)
  assert.equal(trapIn(formSnippet(ENDPOINT, { language: 'en' })), inDashboard)
  assert.equal(trapIn(agentPrompt('https://forms.dev')), inDashboard)
  for (const language of LANGUAGES) {
    const trap = trapIn(formSnippet(ENDPOINT, { language }))
    assert.match(trap ?? '', /<label>[^<]+ <input name="_gotcha" tabindex="-1" autocomplete="off"><\/label>/)
  }
})
