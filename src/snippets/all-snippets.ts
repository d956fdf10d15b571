import { agentPrompt } from './agent-prompt.ts'
import { astroSnippet } from './astro.ts'
import { curlSnippet } from './curl.ts'
import { fetchSnippet } from './fetch.ts'
import { htmlSnippet } from './html.ts'
import { hugoSnippet } from './hugo.ts'
import { nextSnippet } from './next.ts'
import { reactSnippet } from './react.ts'
import type { Snippet, SnippetOptions } from './snippet.ts'
import { svelteKitSnippet } from './sveltekit.ts'
import { vueSnippet } from './vue.ts'

/** Every snippet of an endpoint, in the order of their tabs. */
export function allSnippets(options: SnippetOptions): Snippet[] {
  return [
    htmlSnippet,
    fetchSnippet,
    reactSnippet,
    nextSnippet,
    astroSnippet,
    svelteKitSnippet,
    vueSnippet,
    hugoSnippet,
    curlSnippet,
    agentPrompt,
  ].map((write) => write(options))
}
