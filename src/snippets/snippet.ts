/** Options of a form snippet. */
export type SnippetOptions = {
  /** URL that the form posts to: `{base}/f/{form_id}`. */
  endpointUrl: string
  /** Name of the hidden field that bots fill in; `_gotcha` by default. */
  honeypot?: string
  /** Proof of work that the form asks for; `off` by default. */
  challenge?: 'off' | 'score' | 'required'
  /** null: the form takes none, as by default. */
  files?: SnippetFiles | null
}

/** Files that a form takes. */
export type SnippetFiles = {
  /** Suffixes with their dots. */
  accept: readonly string[]
  /** Maximum number of files of one submission. */
  maxFiles: number
  maxBytes: number
  /** Of all files of a submission together. */
  maxTotalBytes: number
}

/** Code to paste. It works unchanged, without packages other than the framework. */
export type Snippet = {
  /** Label of its tab. */
  title: string
  /** Task that the title names in words; without it, the title is the same in every language. */
  task?:
    | 'agent'
    | 'command-line'
    | 'page'
    | 'publish'
    | 'work'
    | 'curl-publish'
    | 'curl-pull'
    | 'curl-acknowledge'
  /** Language, for highlighting. */
  language: 'html' | 'tsx' | 'astro' | 'svelte' | 'vue' | 'js' | 'sh' | 'text'
  /** Path in the project; null for code without a file of its own. */
  fileName: string | null
  /** Command to run before the code: it sets the key. */
  setUp?: string
  code: string
  /** Usage example; null where the code itself is pasted into the page. */
  usage: string | null
}

/** A snippet that is a file of its own. */
export type FileSnippet = Snippet & { fileName: string; usage: string }

/** Honeypot field of every endpoint. */
export const HONEYPOT = '_gotcha'

/** Returns true for a form that asks for a proof of work. */
export function asksForWork({ challenge = 'off' }: SnippetOptions): boolean {
  return challenge !== 'off'
}
