import { shellWord } from './quoting.ts'
import type { Snippet, SnippetOptions } from './snippet.ts'

/** Sends a submission with curl; the exit status is not 0 when it is refused. */
export function curlSnippet({ endpointUrl }: SnippetOptions): Snippet {
  return {
    title: 'curl',
    language: 'sh',
    fileName: null,
    code: `curl --fail-with-body ${shellWord(endpointUrl)} \\
  --data-urlencode 'name=Jane Doe' \\
  --data-urlencode 'email=jane@example.org' \\
  --data-urlencode 'message=Hello from the shell!'
`,
    usage: null,
  }
}
