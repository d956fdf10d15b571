import { useOwned } from '../../api/endpoints/owned.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { classes } from '../../controls/classes.ts'
import { CopyIcon } from '../../controls/copy.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { isMessageName, toText } from '../inbox/list/summary.ts'
import { AnswerOnReceipt } from './answer.tsx'
import { FieldValue } from './field-value.tsx'
import { toMessageParts } from './message-parts.ts'

const FilesSection = lazyPart(
  () => import('./files/files-section.tsx').then((file) => file.FilesSection),
  <SkeletonRows rows={1} />,
)

const Encrypted = lazyPart(
  () => import('./encrypted.tsx').then((file) => file.EncryptedContent),
  <SkeletonRows rows={2} />,
)

/** Links are clickable from the confirmation of the endpoint on, except in spam, and text otherwise. */
export function useLinks({ endpoint_id, folder }: Submission): 'clickable' | 'plain' {
  const { data } = useOwned('endpoints', endpoint_id)
  return data && data.confirmed_at !== null && folder !== 'spam' ? 'clickable' : 'plain'
}

/** A message as it is read: the text, then the other fields beside their names. Everything as sent is under Raw. */
export function MessageView({ submission }: { submission: Submission }) {
  const links = useLinks(submission)
  const { body, facts, empty } = toMessageParts(submission.fields)
  const isBlank = body === null && facts.length === 0
  return (
    <div className="flex flex-col gap-6">
      {submission.ciphertext === null ? null : <Encrypted ciphertext={submission.ciphertext} />}
      {isBlank && submission.files.length === 0 && submission.ciphertext === null ? (
        <p className="text-muted">{describeNothing(submission)}</p>
      ) : null}
      {body === null ? null : <Body name={body[0]} value={body[1]} links={links} />}
      {facts.length === 0 ? null : (
        <dl
          className={classes(
            'grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] print:grid-cols-[minmax(5rem,auto)_minmax(0,1fr)]',
            body !== null && 'border-t pt-4',
          )}
        >
          {facts.map(([name, value], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes.
            <div key={place} className="group relative max-sm:py-1 sm:contents">
              <dt className="max-w-48 pt-[0.1875rem] text-sm text-muted [overflow-wrap:anywhere]">
                <bdi>{name === '' ? t('submission.field.noName') : name}</bdi>
              </dt>
              <dd className="relative min-w-0 pe-9">
                <FieldValue name={name} value={value} links={links} align="start" />
                <CopyIcon
                  label={t('submission.field.copy', { name })}
                  text={toText(value)}
                  className="absolute top-0 end-0 -mt-0.5"
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {empty.length === 0 ? null : (
        <details className="text-sm text-muted print:hidden">
          <summary className="inline-block min-h-6 cursor-pointer rounded-sm">
            {t('submission.field.empty', { count: empty.length })}
          </summary>
          <p className="mt-1 [overflow-wrap:anywhere]">{empty.join(', ')}</p>
        </details>
      )}
      {submission.files.length === 0 ? null : <FilesSection submission={submission} />}
      <AnswerOnReceipt submission={submission} />
    </div>
  )
}

function Body({ name, value, links }: { name: string; value: unknown; links: 'clickable' | 'plain' }) {
  return (
    <section aria-label={name} className="group relative pe-9">
      {isMessageName(name) ? null : <h3 className="mb-1 text-sm font-medium text-muted">{name}</h3>}
      <FieldValue name={name} value={value} links={links} align="own" />
      <CopyIcon
        label={t('submission.field.copy', { name })}
        text={toText(value)}
        className="absolute top-0 end-0 -mt-0.5"
      />
    </section>
  )
}

function describeNothing({ fields, withdrawn_at }: Submission): string {
  if (withdrawn_at !== null) return t('submission.nothing.withdrawn')
  if (fields.length === 0) return t('submission.nothing.noFields')
  return fields.every(([name]) => name.startsWith('_'))
    ? t('submission.nothing.onlyReserved')
    : t('submission.nothing.filledIn')
}
