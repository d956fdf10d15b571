import { useAudit } from '../../api/accounts/audit.ts'
import { joinPages } from '../../api/client/page.ts'
import type { AuditEntry } from '../../api/schema.ts'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { describeAction, describeDetail } from './entry-words.ts'

/** Audit log of the account. */
export function ActivityScreen() {
  const query = useAudit()
  return (
    <SettingsPage title={t('activity.title')} description={t('activity.about')}>
      <Loaded query={query} loading={<SkeletonRows rows={4} />}>
        {({ pages }) => (
          <>
            <ul aria-label={t('activity.title')} className="divide-y rounded-md border bg-card">
              {joinPages(pages).map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <LoadMore more={query} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, action, actor, subject, subject_name } = entry
  const about = describeDetail(entry)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{describeAction({ action, subject })}</span>
        {!about ? null : (
          <span>
            {' '}
            · <bdi>{about}</bdi>
          </span>
        )}
        {subject_name === null ? null : (
          <span>
            {' '}
            · <bdi>{subject_name}</bdi>
          </span>
        )}
        {subject === null ? null : <code className="text-sm text-muted"> {subject}</code>}
      </p>
      <p className="w-full text-sm text-muted sm:w-auto">
        {actor === null ? null : <>{describeActor(actor)} · </>}
        <RelativeTime at={at} />
      </p>
    </li>
  )
}

function describeActor({ kind, name }: NonNullable<AuditEntry['actor']>): string {
  if (kind === 'key') return t('activity.byKey', { name })
  return name || t('activity.unknownBrowser')
}
