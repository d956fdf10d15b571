import { type ReactNode, useState } from 'react'
import type { Snippet } from '../../../../src/snippets/snippet.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Select } from '../../controls/fields/select.tsx'

/** Snippets by title; one is shown at a time. */
export function SnippetChooser(props: {
  label: string
  snippets: readonly Snippet[]
  /** Note below a snippet. */
  note?: (snippet: Snippet) => ReactNode
}) {
  const { label, snippets, note } = props
  const [title, setTitle] = useState(snippets[0]?.title ?? '')
  const chosen = snippets.find((snippet) => snippet.title === title)
  return (
    <div className="grid items-start gap-6 md:grid-cols-[11rem_minmax(0,1fr)]">
      <Select
        label={label}
        value={title}
        choices={snippets.map((snippet) => ({ value: snippet.title, label: snippet.title }))}
        onChange={setTitle}
        className="md:hidden"
      />
      <ul aria-label={label} className="flex flex-col gap-0.5 max-md:hidden">
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
      {chosen ? (
        <div className="flex min-w-0 flex-col gap-4">
          {chosen.setUp === undefined ? null : (
            <CodeBlock caption="First, set your key" code={chosen.setUp} lines="scrolled" />
          )}
          <CodeBlock
            caption={chosen.fileName ?? chosen.title}
            code={chosen.code}
            lines={chosen.language === 'text' ? 'wrapped' : 'scrolled'}
          />
          {chosen.usage === null ? null : <CodeBlock caption="Usage" code={chosen.usage} lines="scrolled" />}
          {note?.(chosen)}
        </div>
      ) : null}
    </div>
  )
}
