import { agentPrompt } from './agent-prompt.ts'
import { astroSnippet } from './astro.ts'
import { curlSnippet } from './curl.ts'
import { fetchSnippet } from './fetch.ts'
import { formScriptSnippet } from './form-script.ts'
import { htmlSnippet } from './html.ts'
import { hugoSnippet } from './hugo.ts'
import { nextSnippet } from './next.ts'
import { reactSnippet } from './react.ts'
import { asksForWork, type Snippet, type SnippetOptions } from './snippet.ts'
import { svelteKitSnippet } from './sveltekit.ts'
import { vueSnippet } from './vue.ts'
import { challengeSnippets } from './with-challenge.ts'

/** The snippets of code by the name of their framework, in the order of their tabs. */
export const CODE_SNIPPETS = {
  html: htmlSnippet,
  'form-js': formScriptSnippet,
  fetch: fetchSnippet,
  react: reactSnippet,
  next: nextSnippet,
  astro: astroSnippet,
  sveltekit: svelteKitSnippet,
  vue: vueSnippet,
  hugo: hugoSnippet,
  curl: curlSnippet,
} as const satisfies Record<string, (options: SnippetOptions) => Snippet>

/** Every snippet of an endpoint, in the order of their tabs. */
export function allSnippets(options: SnippetOptions): Snippet[] {
  if (asksForWork(options)) return challengeSnippets(options)
  return [...Object.values(CODE_SNIPPETS), agentPrompt].map((write) => write(options))
}
