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

export type SnippetName = keyof typeof CODE_SNIPPETS

/** Titles of the snippets that replace these where a form asks for a proof of work. */
const CHALLENGE_TITLES: Record<SnippetName, string> = {
  html: 'HTML',
  'form-js': 'HTML',
  fetch: 'HTML',
  react: 'React',
  next: 'Next.js',
  astro: 'Astro',
  sveltekit: 'SvelteKit',
  vue: 'Vue',
  hugo: 'Hugo',
  curl: 'Command line',
}

/** Writes a snippet of code: for a form that asks for a proof of work, the variant that solves it. */
export function writeCodeSnippet(name: SnippetName, options: SnippetOptions): Snippet {
  const solving = asksForWork(options)
    ? challengeSnippets(options).find(({ title }) => title === CHALLENGE_TITLES[name])
    : undefined
  return solving ?? CODE_SNIPPETS[name](options)
}

/** Every snippet of an endpoint, in the order of their tabs. */
export function allSnippets(options: SnippetOptions): Snippet[] {
  if (asksForWork(options)) return challengeSnippets(options)
  return [...Object.values(CODE_SNIPPETS), agentPrompt].map((write) => write(options))
}
