import { type ReactNode, useState } from 'react'
import type { Snippet } from '../../../../src/snippets/snippet.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { type PlainKey, t } from '../../language/texts.ts'

const TASKS: Record<NonNullable<Snippet['task']>, PlainKey> = {
  agent: 'snippets.agentPrompt',
  'command-line': 'snippets.tasks.commandLine',
  page: 'snippets.tasks.page',
  publish: 'snippets.tasks.publish',
  work: 'snippets.tasks.work',
  'curl-publish': 'snippets.tasks.curlPublish',
  'curl-pull': 'snippets.tasks.curlPull',
  'curl-acknowledge': 'snippets.tasks.curlAcknowledge',
}

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
        choices={snippets.map((snippet) => ({ value: snippet.title, label: toLabel(snippet) }))}
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
              className="flex min-h-9 w-full items-center rounded-md px-3 text-start text-sm font-medium text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-tint aria-pressed:text-accent"
            >
              {toLabel(snippet)}
            </button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <div className="flex min-w-0 flex-col gap-4">
          {chosen.setUp === undefined ? null : (
            <CodeBlock caption={t('snippets.setKey')} code={chosen.setUp} lines="scrolled" />
          )}
          <CodeBlock
            caption={chosen.fileName ?? toLabel(chosen)}
            code={chosen.code}
            lines={chosen.language === 'text' ? 'wrapped' : 'scrolled'}
          />
          {chosen.usage === null ? null : (
            <CodeBlock caption={t('snippets.usage')} code={chosen.usage} lines="scrolled" />
          )}
          {note?.(chosen)}
        </div>
      ) : null}
    </div>
  )
}

function toLabel({ title, task }: Snippet): string {
  return task === undefined ? title : t(TASKS[task])
}
