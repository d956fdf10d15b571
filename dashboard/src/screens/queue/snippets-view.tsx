import { queueSnippets } from '../../../../src/snippets/queue/all-snippets.ts'
import type { Queue } from '../../api/schema.ts'
import { SnippetChooser } from '../endpoint/snippet-chooser.tsx'

/** Snippets for each task. */
export function SnippetsView({ queue: { queue_url: queueUrl } }: { queue: Queue }) {
  return (
    <SnippetChooser
      label="Task"
      snippets={queueSnippets({ queueUrl })}
      note={({ language }) =>
        language === 'text' ? null : (
          <p className="text-sm text-muted">
            Keep the key on servers: anyone who has it can read your messages. For a web page, use a form and
            send its submissions to this queue.
          </p>
        )
      }
    />
  )
}
