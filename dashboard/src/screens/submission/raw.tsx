import type { ReactNode } from 'react'
import type { OpenSubmission, Submission } from '../../api/submissions/submissions.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { folderLabel } from '../inbox/filters/inbox-query.ts'
import { describeState } from './delivery-words.ts'

/** Shown beside its fields, or only where they apply. The compiler finds a new member that is shown nowhere. */
type ShownElsewhere =
  | 'endpoint_name'
  | 'fields'
  | 'test'
  | 'unjudged'
  | 'trashed_at'
  | 'withdrawn_at'
  | 'receipt_shown'
  | 'answer'
  | 'files'
  | 'ciphertext'
  | 'starred'
  | 'labels'
  | 'note'
  | 'assignee'

/** Metadata and raw JSON of a submission. */
export function RawView({ submission }: { submission: OpenSubmission }) {
  const { neighbors: _, ...stored } = submission
  const { id, endpoint_id, received_at, imported_at, folder, read, spam_reasons, delivery } = stored
  const facts = {
    id: [t('submission.raw.id'), <CopyInline key="id" label={t('submission.raw.copyId')} value={id} />],
    endpoint_id: [
      t('shell.words.form'),
      <CopyInline key="form" label={t('submission.raw.copyFormId')} value={endpoint_id} />,
    ],
    received_at: [t('submission.raw.received'), <Moment key="received" at={received_at} />],
    imported_at: [
      t('submission.raw.imported'),
      imported_at === null ? t('submission.raw.no') : <Moment key="imported" at={imported_at} />,
    ],
    folder: [t('submission.raw.folder'), folderLabel(folder)],
    read: [t('submission.raw.read'), read ? t('submission.raw.yes') : t('submission.raw.no')],
    spam_reasons: [
      t('submission.raw.spamReasons'),
      spam_reasons === null ? t('submission.raw.noReasons') : spam_reasons.join(', '),
    ],
    delivery: [
      t('submission.tab.delivery'),
      delivery === null ? t('submission.raw.noDelivery') : describeState(delivery).label,
    ],
  } satisfies Record<Exclude<keyof Submission, ShownElsewhere>, readonly [name: string, fact: ReactNode]>
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm">
        {Object.values(facts).map(([name, fact]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-h-6 min-w-0">{fact}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock caption={t('submission.raw.response')} code={JSON.stringify(stored, null, 2)} />
    </div>
  )
}
