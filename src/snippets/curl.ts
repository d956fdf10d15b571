import { shellWord } from './quoting.ts'
import type { Snippet, SnippetFiles, SnippetOptions } from './snippet.ts'

/** Sends a submission with curl; the exit status is not 0 when it is refused. */
export function curlSnippet({ endpointUrl, files }: SnippetOptions): Snippet {
  return {
    title: 'curl',
    language: 'sh',
    fileName: null,
    code: `curl --fail-with-body ${shellWord(endpointUrl)} \\
  ${fieldOption(files)} 'name=Jane Doe' \\
  ${fieldOption(files)} 'email=jane@example.org' \\
  ${fieldOption(files)} 'message=Hello from the shell!'${files ? attachment(files) : ''}
`,
    usage: null,
  }
}

/** Values are sent as they are: with `--form`, a leading @ would name a file. */
function fieldOption(files: SnippetFiles | null | undefined): string {
  return files ? '--form-string' : '--data-urlencode'
}

function attachment({ accept: [suffix = ''] }: SnippetFiles): string {
  return ` \\\n  --form ${shellWord(`attachment=@file${suffix}`)}`
}
