import { useAccess } from '../../../api/accounts/access.ts'
import { useEmptyOwned } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { t } from '../../../language/texts.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { DangerSection } from '../../../shell/owned/danger-section.tsx'
import { RetirableView } from '../../../shell/owned/retirable-view.tsx'
import { GeneralSection } from './general-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { SectionList } from './section-list.tsx'
import type { SettingsSection } from './sections.ts'
import { StoreSection } from './store-section.tsx'
import { Summary } from './summary.tsx'

const LOADING = <SkeletonRows rows={4} />
// Loaded when they are opened: together they are larger than any other screen.
const DestinationsSection = lazyPart(
  () => import('../../destinations/destinations-section.tsx').then((file) => file.DestinationsSection),
  LOADING,
  ['destinations', 'submission'],
)
const EmailsView = lazyPart(() => import('./emails-view.tsx').then((file) => file.EmailsView), LOADING)
const FilesSection = lazyPart(() => import('./files-section.tsx').then((file) => file.FilesSection), LOADING)
const HandOverSection = lazyPart(
  () => import('./hand-over-section.tsx').then((file) => file.HandOverSection),
  <SkeletonRows rows={1} />,
)
const SpamSection = lazyPart(() => import('./spam-section.tsx').then((file) => file.SpamSection), LOADING)

/** One section of the settings of an endpoint, beside the list of all. */
export function SettingsView({ endpoint, section }: { endpoint: Endpoint; section: SettingsSection }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
      <SectionList endpoint={endpoint} section={section} />
      <div className="flex max-w-3xl min-w-0 flex-col gap-6">
        {endpoint.state === 'retired' ? (
          <p className="rounded-md bg-warn-tint px-4 py-3 text-warn">{t('endpoint.settings.retired')}</p>
        ) : null}
        <Content endpoint={endpoint} section={section} />
      </div>
    </div>
  )
}

function Content({ endpoint, section }: { endpoint: Endpoint; section: SettingsSection }) {
  const { may } = useAccess()
  switch (section) {
    case 'general':
      return (
        <>
          <Summary endpoint={endpoint} />
          <GeneralSection endpoint={endpoint} />
        </>
      )
    case 'spam':
      return <SpamSection endpoint={endpoint} />
    case 'delivery':
      return (
        <>
          <DestinationsSection
            subject={{ kind: 'endpoints', id: endpoint.id }}
            recipient={endpoint.recipient}
            emailsOn={endpoint.settings.email_notifications}
            isRetired={endpoint.state === 'retired'}
          />
          {endpoint.state === 'retired' ? null : <QueueSection endpoint={endpoint} />}
        </>
      )
    case 'emails':
      return <EmailsView endpoint={endpoint} />
    case 'files':
      return <FilesSection endpoint={endpoint} />
    case 'encryption':
      return <StoreSection endpoint={endpoint} />
    case 'danger':
      return (
        <RetirableView kind="endpoints" owned={endpoint}>
          {may('holder') && endpoint.state === 'claimed' ? <HandOverSection endpoint={endpoint} /> : null}
          <Empty endpoint={endpoint} />
        </RetirableView>
      )
  }
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DangerSection
      title={t('endpoint.empty.title')}
      description={endpoint.state === 'retired' ? t('endpoint.empty.retiredText') : t('endpoint.empty.text')}
      button={t('endpoint.empty.button')}
      question={{
        title: t('endpoint.empty.question'),
        description: t('endpoint.empty.warning'),
        action: t('endpoint.empty.action'),
        typed: endpoint.name ?? endpoint.id,
      }}
      mutation={useEmptyOwned('endpoints', endpoint.id)}
      done={({ deleted }) => t('endpoint.empty.done', { count: deleted })}
    />
  )
}
