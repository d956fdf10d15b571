import type { ReactNode } from 'react'
import { useEventProps } from '../../../api/telemetry/events.ts'
import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { count } from '../../../controls/numbers.ts'
import { Section } from '../../../controls/section.tsx'
import { t } from '../../../language/texts.ts'
import { Loaded } from '../../../shell/loaded.tsx'
import { AllValues, SHOWN_VALUES } from './all-values.tsx'
import { ValueBars } from './value-bars.tsx'

type Counted = { value: string; count: number }

/** Pages, sources and users of the events of a period. */
export function SourcesSection(props: { telemetryId: string; name: string | undefined; since: string }) {
  const { telemetryId, name, since } = props
  const query = useEventProps(telemetryId, { name, since })
  return (
    <Loaded query={query} loading={<Skeleton className="h-40" />}>
      {({ pages, sources, users, events, complete }) => (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <Top
            title={t('telemetry.sources.pages')}
            items={pages}
            nothing={t('telemetry.sources.noPages')}
            more={<AllValues title={t('telemetry.sources.allPages')} {...props} part={{ of: 'page' }} />}
          />
          <Top
            title={t('telemetry.sources.title')}
            items={sources}
            nothing={t('telemetry.sources.none')}
            more={<AllValues title={t('telemetry.sources.title')} {...props} part={{ of: 'source' }} />}
          />
          {users.length === 0 ? null : (
            <Users
              users={users}
              more={<AllValues title={t('telemetry.sources.users')} {...props} part={{ of: 'user' }} />}
            />
          )}
          {complete ? null : (
            <p className="text-sm text-muted">{t('telemetry.newestOnly', { count: events })}</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Number of users, and the most active ones on demand: most of them are IDs that say nothing to a reader. */
function Users({ users, more }: { users: readonly Counted[]; more: ReactNode }) {
  const description =
    users.length < SHOWN_VALUES
      ? t('telemetry.sources.userCount', { count: users.length })
      : t('telemetry.sources.usersOrMore', { number: count(SHOWN_VALUES) })
  return (
    <Section title={t('telemetry.sources.users')} description={description}>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">
          {t('telemetry.sources.active')}
        </summary>
        <div className="mt-2 flex flex-col gap-4">
          <ValueBars label={t('telemetry.sources.users')} items={users} />
          {users.length < SHOWN_VALUES ? null : more}
        </div>
      </details>
    </Section>
  )
}

/** `more` is shown below a list that is as long as it can be. */
function Top(props: { title: string; items: readonly Counted[]; nothing: string; more: ReactNode }) {
  const { title, items, nothing, more } = props
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <>
          <ValueBars label={title} items={items} />
          {items.length < SHOWN_VALUES ? null : more}
        </>
      )}
    </Section>
  )
}
