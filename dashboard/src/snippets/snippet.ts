/** What a snippet is made for. */
export type SnippetOptions = {
  /** Where the form posts to: `{base}/f/{form_id}`. */
  endpointUrl: string
  /** The field that people do not see and bots fill; `_gotcha` where the owner has named no other. */
  honeypot?: string
}

/** Text to paste, whole: it works as it stands, with no package besides the framework itself. */
export type Snippet = {
  /** What its tab says. */
  title: string
  /** What its text is written in, for highlighting. */
  language: 'html' | 'tsx' | 'astro' | 'svelte' | 'vue' | 'js' | 'sh' | 'text'
  /** The file to put it in, from the root of the project; null where it belongs into no file. */
  fileName: string | null
  code: string
  /** What a page says to show it; null where the code stands on the page itself. */
  usage: string | null
}

/** A snippet that is a file of its own. */
export type FileSnippet = Snippet & { fileName: string; usage: string }

/** The honeypot that every endpoint knows, whatever its owner has set. */
export const HONEYPOT = '_gotcha'
