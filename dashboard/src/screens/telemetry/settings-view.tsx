import type { Telemetry } from '../../api/schema.ts'
import { useChangeTelemetry, useEmptyTelemetry, useRetireTelemetry } from '../../api/telemetry/telemetry.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { EmailsSection } from '../../shell/owned/email-language.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { PublicLinkSection } from './public-link-section.tsx'

/** Name, public link, emails and retirement. */
export function SettingsView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <RetirableView
      retiredAt={telemetry.retired_at}
      before={
        <>
          <NameForm named={telemetry} rename={useChangeTelemetry(telemetry.id)} />
          {telemetry.state === 'claimed' ? <PublicLinkSection telemetryId={telemetry.id} /> : null}
          <EmailsSection
            language={telemetry.language}
            hint="Emails about this endpoint. Emails about your event quota use the language of your newest telemetry endpoint."
            change={useChangeTelemetry(telemetry.id)}
          />
        </>
      }
      retire={<Retire telemetry={telemetry} />}
      consequence="and no longer accepts events. Its events stay for as long as your plan keeps them."
    >
      <Empty telemetry={telemetry} />
    </RetirableView>
  )
}

function Retire({ telemetry }: { telemetry: Telemetry }) {
  const { showToast } = useToast()
  return (
    <DangerSection
      title="Retire this endpoint"
      description="It stops accepting events. You keep the events you have. This can't be undone."
      button="Retire the endpoint"
      question={{
        title: 'Retire this endpoint?',
        description: `${telemetry.name ?? 'The endpoint'} will reject every new event, permanently.`,
        action: 'Retire',
        typed: telemetry.name ?? telemetry.id,
      }}
      mutation={useRetireTelemetry(telemetry.id)}
      onDone={() => showToast({ title: 'The endpoint is retired' })}
    />
  )
}

function Empty({ telemetry }: { telemetry: Telemetry }) {
  const { showToast } = useToast()
  return (
    <DangerSection
      title="Delete its events"
      description="Every event and its statistics. This doesn't free this month's quota."
      button="Delete all events"
      question={{
        title: 'Delete all events?',
        description: "This can't be undone.",
        action: 'Delete all',
        typed: telemetry.name ?? telemetry.id,
      }}
      mutation={useEmptyTelemetry(telemetry.id)}
      onDone={() => showToast({ title: 'Events deleted' })}
    />
  )
}
