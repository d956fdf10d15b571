import { queueSnippets } from '../../../../src/snippets/queue/all-snippets.ts'
import type { Queue } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { SnippetChooser } from '../snippets/snippet-chooser.tsx'

/** Snippets for each task. */
export function SnippetsView({ queue: { queue_url: queueUrl } }: { queue: Queue }) {
  return (
    <SnippetChooser
      label={t('queue.snippets.task')}
      snippets={queueSnippets({ queueUrl })}
      note={({ language }) =>
        language === 'text' ? null : <p className="text-sm text-muted">{t('queue.snippets.note')}</p>
      }
    />
  )
}
