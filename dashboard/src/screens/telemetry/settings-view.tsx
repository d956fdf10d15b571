import { useEmptyOwned } from '../../api/endpoints/owned.ts'
import type { Telemetry } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { EmailsSection } from '../../shell/owned/email-language.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { DestinationsSection } from '../destinations/destinations-section.tsx'
import { BadgeSection } from './badge-section.tsx'
import { GoalSection } from './goal/goal-section.tsx'
import { PublicLinkSection } from './public-link-section.tsx'

/** Name, daily goal, public link, status badge, destinations, emails and retirement. */
export function SettingsView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <RetirableView
      kind="telemetry"
      owned={telemetry}
      before={
        <>
          <NameForm kind="telemetry" owned={telemetry} />
          {telemetry.state === 'claimed' ? <GoalSection telemetryId={telemetry.id} /> : null}
          {telemetry.state === 'claimed' ? <PublicLinkSection telemetryId={telemetry.id} /> : null}
          {telemetry.state === 'claimed' ? <BadgeSection telemetryId={telemetry.id} /> : null}
          <DestinationsSection
            subject={{ kind: 'telemetry', id: telemetry.id }}
            recipient={telemetry.recipient}
            emailsOn={telemetry.email_notifications}
            isRetired={telemetry.state === 'retired'}
          />
          <EmailsSection kind="telemetry" owned={telemetry} hint={t('telemetry.settings.emails')} />
        </>
      }
    >
      <Empty telemetry={telemetry} />
    </RetirableView>
  )
}

function Empty({ telemetry }: { telemetry: Telemetry }) {
  return (
    <DangerSection
      title={t('telemetry.settings.deleteTitle')}
      description={t('telemetry.settings.deleteHint')}
      button={t('telemetry.settings.deleteAllEvents')}
      question={{
        title: t('telemetry.settings.deleteQuestion'),
        description: t('telemetry.settings.deleteText'),
        action: t('telemetry.settings.deleteAll'),
        typed: telemetry.name ?? telemetry.id,
      }}
      mutation={useEmptyOwned('telemetry', telemetry.id)}
      done={() => t('telemetry.settings.deleted')}
    />
  )
}
