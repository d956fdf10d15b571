import { useState } from 'react'
import type { Endpoint } from '../../api/endpoints.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Select } from '../../controls/select.tsx'
import { allSnippets } from '../../snippets/all-snippets.ts'
import type { Snippet, SnippetOptions } from '../../snippets/snippet.ts'

/** What snippets of this endpoint are made from. */
export function snippetOptions({ endpoint_url, settings }: Endpoint): SnippetOptions {
  return {
    endpointUrl: endpoint_url,
    ...(settings.honeypot === null ? {} : { honeypot: settings.honeypot }),
  }
}

/** The form, ready to paste, in what the page is made with. */
export function SnippetsView({ endpoint }: { endpoint: Endpoint }) {
  const snippets = allSnippets(snippetOptions(endpoint))
  const [title, setTitle] = useState(snippets[0]?.title ?? '')
  const chosen = snippets.find((snippet) => snippet.title === title)
  return (
    <div className="grid items-start gap-6 md:grid-cols-[11rem_minmax(0,1fr)]">
      <Select
        label="Made with"
        value={title}
        choices={snippets.map((snippet) => ({ value: snippet.title, label: snippet.title }))}
        onChange={setTitle}
        className="md:hidden"
      />
      <ul aria-label="Made with" className="flex flex-col gap-0.5 max-md:hidden">
        {snippets.map((snippet) => (
          <li key={snippet.title}>
            <button
              type="button"
              aria-pressed={snippet.title === title}
              onClick={() => setTitle(snippet.title)}
              className="flex min-h-9 w-full items-center rounded-md px-3 text-left text-sm font-medium text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-tint aria-pressed:text-accent"
            >
              {snippet.title}
            </button>
          </li>
        ))}
      </ul>
      {chosen ? <Shown snippet={chosen} /> : null}
    </div>
  )
}

function Shown({ snippet }: { snippet: Snippet }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeBlock
        caption={snippet.fileName ?? snippet.title}
        code={snippet.code}
        lines={snippet.language === 'text' ? 'wrapped' : 'scrolled'}
      />
      {snippet.usage === null ? null : (
        <CodeBlock caption="On the page" code={snippet.usage} lines="scrolled" />
      )}
      {snippet.language === 'text' ? null : (
        <p className="text-sm text-muted">
          The field that nobody sees catches bots: what fills it lies in your spam folder, and nobody is told.
        </p>
      )}
    </div>
  )
}
